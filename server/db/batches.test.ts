import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type SqlBool, sql } from "kysely";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import { signUp } from "#testing/people.ts";
import { deleteAll, deleteBatch } from "./batches.ts";

const kanaat = await testApp({ after });
const { db } = kanaat;
const isOver = sql<SqlBool>`ends_at <= 10`;

const insertCounts = (first: number, many: number, endsAt: number) =>
  sql`insert into shared_counts (counter, hits, ends_at)
    select i, 1, cast(${endsAt} as bigint) from ${db.rows(
      ["i"],
      Array.from({ length: many }, (_, i) => [first + i]),
    )}`.execute(db.query);

const countersLeft = async () => {
  const rows = await db.query
    .selectFrom("shared_counts")
    .select("counter")
    .orderBy("counter")
    .execute();
  return rows.map(({ counter }) => counter);
};

/** A person with so many places where they signed in. */
async function personWithPlaces(many: number): Promise<number> {
  const { id } = await signUp(kanaat);
  const places = Array.from({ length: many }, (_, i) => [i - many]);
  await sql`insert into known_places (user_id, place, seen_at)
    select cast(${id} as bigint), i, 1 from ${db.rows(["i"], places)}`.execute(db.query);
  return id;
}

const LOWEST = Number.MIN_SAFE_INTEGER;

const placesOf = async (userId: number) => {
  const places = db.query.selectFrom("known_places").select("place").where("user_id", "=", userId);
  return (await places.where("seen_at", "=", 1).execute()).length;
};

describe("rows that are deleted in batches", () => {
  it("are a thousand at most, until none are left", async () => {
    await db.query.deleteFrom("shared_counts").execute();
    await insertCounts(1, 2500, 10);
    await insertCounts(5001, 3, 11);
    const remaining: number[] = [];
    for (let hasMore = true; hasMore; ) {
      hasMore = await deleteBatch(db, "shared_counts", ["counter"], isOver);
      remaining.push((await countersLeft()).length);
    }
    assert.deepEqual(remaining, [1503, 503, 3]);
    assert.deepEqual(await countersLeft(), [5001, 5002, 5003]);
  });

  it("are only those that meet the condition, where the key has several columns", async () => {
    const [one, other] = [await personWithPlaces(2500), await personWithPlaces(2500)];
    const { db: watched, seen } = watchQueries(db);
    const from = { user_id: one, place: LOWEST };
    await deleteAll(watched, "known_places", from, sql`user_id = ${one} and seen_at = 1`);
    assert.equal(await placesOf(one), 0);
    assert.equal(await placesOf(other), 2500);
    // Each batch begins after the one before it.
    const bounded = [...seen.values()].find(({ sql: text }) => /^delete.* <= /s.test(text));
    for (const place of [-1501, -501]) assert.ok(bounded?.parameters.includes(place), `${place}`);
  });

  it("are left from the next batch on when the work is stopped", async () => {
    const person = await personWithPlaces(2500);
    const stop = new AbortController();
    const from = { user_id: person, place: LOWEST };
    const isTheirs = sql<SqlBool>`user_id = ${person} and seen_at = 1`;
    const deletion = deleteAll(db, "known_places", from, isTheirs, stop.signal);
    stop.abort();
    await deletion;
    assert.equal(await placesOf(person), 1500);
  });

  // SQLite has a single writer.
  if (db.engine === "postgres") {
    it("are kept where another transaction has changed them meanwhile", async () => {
      await db.query.deleteFrom("shared_counts").execute();
      await insertCounts(1, 2, 10);
      const other = await db.query.startTransaction().execute();
      await sql`update shared_counts set ends_at = 11 where counter = 1`.execute(other);
      const deletion = deleteBatch(db, "shared_counts", ["counter"], isOver);
      await waitForLocks(db, 1);
      await other.commit().execute();
      await deletion;
      assert.deepEqual(await countersLeft(), [1]);
    });
  }
});

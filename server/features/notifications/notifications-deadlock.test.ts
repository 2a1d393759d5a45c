import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { followPerson } from "#contract/endpoints/follows.ts";
import type { Database } from "#server/db/database.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { deleteNotifications, markRead } from "./notifications.writes.ts";

// SQLite has a single writer, and so no deadlocks.
if (process.env.TEST_ENGINE === "postgres") {
  const faults: unknown[] = [];
  const noteFaults = (db: Database): Database => ({
    ...db,
    fault: (error) => {
      faults.push(db.fault(error));
      return db.fault(error);
    },
  });
  const kanaat = await testApp({ after }, { db: noteFaults });
  const { db, clock } = kanaat;

  const follow = (who: Person, whom: Person) =>
    kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } });

  /** Two notifications that are marked or deleted together, and the column that finds them. */
  const kinds = {
    "marked as read": async (one: Person, [two, three]: [Person, Person]) => {
      for (const fan of [two, three]) await follow(fan, one);
      return {
        column: "user_id",
        work: () => markRead(db, one.id, Number.MAX_SAFE_INTEGER, clock.now()),
      };
    },
    deleted: async (one: Person, [two, three]: [Person, Person]) => {
      for (const star of [two, three]) await follow(one, star);
      return { column: "actor_id", work: () => deleteNotifications(db, "actor_id", one.id) };
    },
  };
  for (const [name, prepare] of Object.entries(kinds)) {
    it(`notifications are ${name} although a deadlock undoes it`, async (t) => {
      faults.length = 0;
      // The database chooses which of the two it reaches first.
      for (let order = 1; faults.length === 0; order = -order) {
        const one = await signUp(kanaat);
        const { column, work } = await prepare(one, [await signUp(kanaat), await signUp(kanaat)]);
        const left = sql<{ id: number }>`select id from notifications
          where ${sql.ref(column)} = ${one.id} and read_at is null order by id * ${order}`;
        const [first, last] = (await left.execute(db.query)).rows.map(({ id }) => id);
        const holding = await db.query.startTransaction().execute();
        t.after(() => holding.isCommitted || holding.rollback().execute());
        const hold = (id: number | undefined) =>
          sql`select id from notifications where id = ${id} for update`.execute(holding);
        await hold(last);
        const working = work();
        // The transaction that is the first to have waited for a second is rolled back.
        await sleep(300);
        await hold(first);
        await holding.commit().execute();
        await working;
        assert.deepEqual((await left.execute(db.query)).rows, []);
      }
      // Two faults, if the second attempt got its lock before the other transaction woke up to take
      // it.
      assert.deepEqual(new Set(faults), new Set(["conflict"]));
    });
  }
}

import { randomBytes } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { deleteNotifications } from "#server/features/notifications/notifications.writes.ts";
import { removeSurveys } from "#server/features/surveys/survey-removal.writes.ts";
import { endSessionsOf } from "./sessions.writes.ts";

/** So many go in a moment. */
const AT_ONCE = 1000;
/** A vote that was under way as its account was deleted is there by now, or never will be. */
const VOTES_SETTLE_MS = 30_000;

/**
 * Deletes a person with everything of theirs but their votes, which stay counted and are forgotten
 * by `forgetVoters` (R114). Answers what lies outside the database: their pictures, and the
 * hashes of the sessions that ended in every process.
 */
export async function deletePerson(
  db: Database,
  id: number,
  now: number,
): Promise<{ pictures: string[]; sessions: string[] }> {
  if (await isKnownToMany(db, id)) {
    // All at once it would hold up everybody. Of anybody else a deletion that fails takes nothing.
    await deleteNotifications(db, "actor_id", id);
    await deleteNotifications(db, "user_id", id);
    while (await deleteFollowersOf(db, id)) await othersTurn();
  }
  return transact(db, async (tx) => {
    await lockWithNeighbours(db, tx, id);
    await correctCounters(tx, id);
    const pictures = await removeBelongings(db, tx, id);
    const sessions = await endSessionsOf(db, tx, id);
    const { numDeletedRows } = await tx
      .deleteFrom("users")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new ApiError("invalid_token");
    await tx.insertInto("departures").values({ user_id: id, left_at: now }).execute();
    await db.publish("person-left", String(id), tx);
    return { pictures, sessions };
  });
}

async function isKnownToMany(db: Database, id: number): Promise<boolean> {
  const isMany = (rows: RawBuilder<unknown>) => sql`exists (${rows} limit 1 offset ${AT_ONCE})`;
  const { rows } = await sql`select 1 where
    ${isMany(sql`select 1 from follows where followed_id = ${id}`)}
    or ${isMany(sql`select 1 from notifications where actor_id = ${id}`)}
    or ${isMany(sql`select 1 from notifications where user_id = ${id}`)}`.execute(db.query);
  return rows.length > 0;
}

/** Takes a slice of a person's followers; answers whether more may be left. */
async function deleteFollowersOf(db: Database, id: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const some = await tx
      .selectFrom("follows")
      .select("follower_id")
      .where("followed_id", "=", id)
      .limit(AT_ONCE)
      .execute();
    const slice = db.rows(
      ["id"],
      [id, ...some.map((row) => row.follower_id)].map((one) => [one]),
    );
    await sql`select id from users where id in (select id from ${slice})
      order by id ${db.forUpdate}`.execute(tx);
    // Some may have stopped following by now.
    const { rows } = await sql<{ follower_id: number }>`delete from follows
      where followed_id = ${id} and follower_id in (select id from ${slice})
      returning follower_id`.execute(tx);
    if (rows.length === 0) return false;
    const gone = db.rows(
      ["id"],
      rows.map((row) => [row.follower_id]),
    );
    await sql`update users set following_count = following_count - 1
      where id in (select id from ${gone})`.execute(tx);
    await sql`update users set follower_count = follower_count - ${rows.length}
      where id = ${id}`.execute(tx);
    return some.length === AT_ONCE;
  });
}

const followers = (id: number) => sql`select follower_id from follows where followed_id = ${id}`;
const followings = (id: number) => sql`select followed_id from follows where follower_id = ${id}`;

/** In id order, as everybody locks people, so that follows going on cannot deadlock with this. */
async function lockWithNeighbours(db: Database, tx: Transaction, id: number): Promise<void> {
  await sql`select id from users
    where id in (select cast(${id} as bigint) union ${followers(id)} union ${followings(id)})
    order by id ${db.forUpdate}`.execute(tx);
}

async function correctCounters(tx: Transaction, id: number): Promise<void> {
  await sql`update users set follower_count = follower_count - 1
    where id in (${followings(id)})`.execute(tx);
  await sql`update users set following_count = following_count - 1
    where id in (${followers(id)})`.execute(tx);
}

/** Answers the pictures of the person and of the surveys that go with them. */
async function removeBelongings(db: Database, tx: Transaction, id: number): Promise<string[]> {
  const { image } =
    (await tx.selectFrom("users").select("image").where("id", "=", id).executeTakeFirst()) ?? {};
  const surveys = await tx.selectFrom("surveys").select("id").where("owner_id", "=", id).execute();
  const pictures = await removeSurveys(
    db,
    tx,
    surveys.map((survey) => survey.id),
  );
  return image ? [image, ...pictures] : pictures;
}

/**
 * Forgets whose the votes of those were who have left. Till then nobody votes twice: their votes
 * keep out what they cast in another process while the account was being deleted.
 */
export async function forgetVoters(db: Database, now: number): Promise<void> {
  const gone = await db.query
    .selectFrom("departures")
    .select("user_id")
    .where("left_at", "<=", now - VOTES_SETTLE_MS)
    .execute();
  for (const { user_id } of gone) {
    await transact(db, async (tx) => {
      await forgetVoter(db, tx, user_id);
      await tx.deleteFrom("departures").where("user_id", "=", user_id).execute();
    });
    await othersTurn();
  }
}

/** Gives each vote a voter of its own, so that nobody can tell that one person cast them. */
async function forgetVoter(db: Database, tx: Transaction, id: number): Promise<void> {
  const votes = await tx
    .selectFrom("votes")
    .select("survey_id")
    .where("user_id", "=", id)
    .execute();
  if (votes.length === 0) return;
  const given = db.rows(
    ["survey_id", "stand_in"],
    votes.map((vote) => [vote.survey_id, standIn()]),
  );
  await sql`update votes set user_id = given.stand_in from ${given}
    where votes.survey_id = given.survey_id and votes.user_id = ${id}`.execute(tx);
}

/** A negative number of 52 random bits, which JavaScript still counts exactly. */
const standIn = (): number => -1 - Number(randomBytes(8).readBigUInt64BE() >> 12n);

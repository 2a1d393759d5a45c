import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { readOptionCohorts } from "#server/features/ballots/cohorts.reads.ts";
import { cohortOf } from "#server/statistics/cohort-cells.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { fillFirstTables } from "#testing/first-tables-rows.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { migrate } from "./migrate.ts";
import { openUnmigrated } from "./open.ts";

const PEOPLE = 3000;
const DEPARTED = 1100;
/** Each is anonymized in a separate transaction, so more of them would show nothing else. */
const ANONYMIZED = 100;

it("an installation larger than any batch goes through every migration (R320)", async (t) => {
  const instance = await createInstance(engineUnderTest());
  t.after(() => instance.atEnd.disposeAsync());
  const clock = new TestClock();
  const migrated = async (until: string) => {
    const db = await openUnmigrated(instance);
    await migrate(db, until);
    await db.close();
  };
  await migrated("001-first-tables");
  const plain = await openPlainSql(instance);
  const was = await fillFirstTables(plain, {
    people: PEOPLE,
    departed: DEPARTED,
    votes: 20_000,
    now: clock.now(),
  });
  await plain.close();
  await migrated("014-departures");
  const departing = await openPlainSql(instance);
  await departing.run(`insert into departures (user_id, left_at)
    select ${PEOPLE} + i, ${clock.now()} from ${departing.series(DEPARTED)}`);
  await departing.close();
  await migrated("058-hourly-origins");
  const grouping = await openPlainSql(instance);
  await grouping.run(`insert into vote_cohorts (option_id, gender, age_band, city_id, votes,
      private_votes, verified_votes, week_old_votes, month_old_votes)
    select option_id, 'women', option_id % 7, 1 + abs(user_id) % 81, count(*), count(while_private),
      count(*), 0, 0
    from votes group by 1, 2, 3, 4`);
  await grouping.close();

  const { db, call, runMaintenance } = await testApp(t, { instance, clock });
  const count = async (what: string) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(what)}`.execute(
      db.query,
    );
    return rows[0]?.n;
  };
  const counts = async (of: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(of).map(async ([name, what]) => [name, await count(what)] as const),
      ),
    );
  const upgraded = {
    people: "users",
    twins: "users where twin = id",
    mailboxes:
      "users where canonical_email = 'kisi' || case when id % 5 = 0 then id - 1 else id end".concat(
        " || '@ornek.com'",
      ),
    passwords: "credentials",
    surveys: "surveys",
    words: "survey_words",
    removals: "removals",
    pending: "pending_anonymizations",
    votes: "votes",
    private: `votes where while_private is not null`,
    privately: `votes where survey_id in (select id from surveys where visibility = 'private')
      and while_private = 1`,
    notified: "unseen_notices",
    owners: `(select distinct owner_id from surveys where visibility = 'private') as owners`,
    miscounted: `(select options.id from options left join votes
        on votes.survey_id = options.survey_id and votes.option_id = options.id
      group by options.id, options.vote_count
      having count(votes.survey_id) <> options.vote_count) as wrong`,
    ungrouped: `options left join option_cohorts on option_id = id
      where vote_count <> coalesce(votes, 0)
        or options.private_votes <> coalesce(option_cohorts.private_votes, 0)
        or vote_count <> coalesce(verified_votes, 0)`,
  };
  const found = await counts(upgraded);
  assert.deepEqual(found, {
    people: PEOPLE,
    twins: PEOPLE / 5,
    mailboxes: PEOPLE,
    passwords: PEOPLE,
    surveys: was.surveys,
    words: was.listed,
    removals: was.removed,
    pending: DEPARTED,
    votes: was.votes,
    private: found.privately,
    privately: found.privately,
    notified: found.owners,
    owners: found.owners,
    miscounted: 0,
    ungrouped: 0,
  });
  const largest = await db.query
    .selectFrom("votes")
    .select(["option_id", sql<number>`count(*)`.as("votes")])
    .groupBy("option_id")
    .orderBy("votes", "desc")
    .orderBy("option_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const cohorts = (await readOptionCohorts(db, [largest.option_id])).get(largest.option_id);
  const { rows: cities } = await sql<{ city: number; votes: number }>`select
      1 + abs(user_id) % 81 as city, count(*) as votes
    from votes where option_id = ${largest.option_id} group by 1`.execute(db.query);
  const byCity = new Map<number, number>();
  for (const [cell, votes] of cohorts?.counts.entries() ?? []) {
    const { cityId } = cohortOf(cell);
    if (votes > 0) byCity.set(cityId, (byCity.get(cityId) ?? 0) + votes);
  }
  assert.deepEqual(byCity, new Map(cities.map(({ city, votes }) => [city, votes] as const)));
  assert.ok((found.privately ?? 0) > 1000);
  const find = await call(listSurveys, { query: { q: "kitap", limit: 100 } });
  assert.equal(find.status, 200);

  // Half a minute after an account is deleted, its votes no longer show whose they are.
  await sql`delete from pending_anonymizations where user_id > ${PEOPLE + ANONYMIZED}`.execute(
    db.query,
  );
  clock.advance(30_000);
  await runMaintenance();
  const tidied = { pending: upgraded.pending, removals: upgraded.removals };
  assert.deepEqual(await counts(tidied), { pending: 0, removals: 0 });
  assert.equal(
    await count(`votes where user_id between ${PEOPLE + 1} and ${PEOPLE + ANONYMIZED}`),
    0,
  );
  assert.equal(await count("surveys"), was.surveys - was.removed);
  assert.equal(await count(upgraded.miscounted), 0);
});

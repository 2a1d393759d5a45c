import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { CompiledQuery, sql } from "kysely";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Database } from "#server/db/database.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { createVoteCaster } from "./votes.writes.ts";

it("people who vote for one option through two servers at once are all counted (R158)", async (t) => {
  const first = await testApp(t);
  // A SQLite folder belongs to one server.
  const shared = first.db.engine === "postgres";
  const second = shared ? await testApp(t, { instance: first.instance }) : first;
  const owner = await signUp(first);
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp(first)));
  for (let round = 0; round < 5; round++) {
    const { id, options } = await publishSurvey(first, owner);
    const body = { survey_id: id, survey_option_id: options[0]?.id };
    const answers = await Promise.all(
      people.map(async ({ token }, i) => {
        await new Promise((resolve) => setTimeout(resolve, i));
        return (i % 2 ? first : second).call(castVote, { token, body });
      }),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const { body: results } = await first.call(getResults, { params: { id } });
    assert.equal(results.items[0]?.count, people.length);
  }
});

if (process.env.TEST_ENGINE !== "postgres") {
  it("a vote that is not entered is tried again when no condition refuses it any more (R157)", async (t) => {
    let asked = 0;
    let beforeReasons: (() => void) | undefined;
    const kanaat = await testApp(t, {
      db: (db) => ({
        ...db,
        rows: (columns, values) => {
          if (columns[0] === "survey_id" && ++asked === 2) beforeReasons?.();
          return db.rows(columns, values);
        },
      }),
    });
    const [owner, guest] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    const { id, options } = await publishSurvey(kanaat, owner, { visibility: "private" });
    beforeReasons = () => {
      const file = new DatabaseSync(join(kanaat.config.dataDir, "kanaat.sqlite"));
      file.exec(`insert into invitations (survey_id, user_id, created_at)
        values (${id}, ${guest.id}, 1)`);
      file.close();
    };
    const body = { survey_id: id, survey_option_id: options[0]?.id };
    const { status } = await kanaat.call(castVote, { token: guest.token, body });
    assert.deepEqual([status, asked], [201, 3]);
  });
}

it("counts one valid vote among several simultaneous ones of a person, and refuses each other for its own reason (R69)", async (t) => {
  const kanaat = await testApp(t);
  const [owner, person] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
  const [survey, other] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
  const { db, clock, mailboxes } = kanaat;
  const cast = createVoteCaster(db, clock, mailboxes);
  const voter = voterOf({
    id: person.id,
    numbers: [mailboxes.numberOf(person.email)],
    verifiedAt: 0,
    knownSince: 0,
  });
  const [foreign] = other.options;
  const [first, second] = survey.options;
  const outcomes = await Promise.all(
    [foreign, first, second, foreign].map((option) =>
      cast({ vote: { survey_id: survey.id, survey_option_id: option?.id ?? 0 }, voter }).then(
        () => "cast",
        (error) => error.code,
      ),
    ),
  );
  const refused = "option_not_in_survey";
  assert.deepEqual(outcomes, [refused, "cast", "already_voted", refused]);
  const { body } = await kanaat.call(getResults, { params: { id: survey.id } });
  assert.deepEqual(
    body.items.map(({ count }) => count),
    [1, 0],
  );
});

if (process.env.TEST_ENGINE === "postgres") {
  it("a vote finds its option along an index before PostgreSQL has counted the rows", async (t) => {
    let watched: ReturnType<typeof watchQueries> | undefined;
    const kanaat = await testApp(t, {
      db(opened) {
        watched = watchQueries(opened);
        return watched.db;
      },
    });
    const owner = await signUp(kanaat);
    const { id, options } = await publishSurvey(kanaat, owner);
    await succeed(
      kanaat.call(castVote, {
        token: owner.token,
        body: { survey_id: id, survey_option_id: options[0]?.id },
      }),
    );
    const [cast] = [...(watched?.seen.values() ?? [])].filter(({ sql: text }) =>
      text.includes("insert into votes"),
    );
    assert.ok(cast);
    // As for a prepared statement, which any number of votes may come to.
    const explained = CompiledQuery.raw(`explain (generic_plan) ${cast.sql}`);
    const { rows } = await kanaat.db.query.executeQuery(explained);
    assert.match(JSON.stringify(rows), /Index[^"]* on options offered/);
  });
}

it("a vote that is never entered, though no condition refuses it, fails: overloaded", async (t) => {
  const kanaat = await testApp(t);
  const owner = await signUp(kanaat);
  const { id, options } = await publishSurvey(kanaat, owner);
  const body = { survey_id: id, survey_option_id: options[0]?.id };
  await dropInsertedVotes(kanaat.db);
  const { status, problem, headers } = await kanaat.call(castVote, { token: owner.token, body });
  assert.deepEqual([status, problem.code], [503, "overloaded"]);
  assert.ok(headers.get("retry-after"));
});

/** Makes the database skip every vote on insertion, without an error. */
async function dropInsertedVotes({ engine, query }: Database): Promise<void> {
  if (engine === "sqlite") {
    await sql`create trigger drop_votes before insert on votes
      begin select raise(ignore); end`.execute(query);
    return;
  }
  await sql`create function drop_row() returns trigger language plpgsql
    as 'begin return null; end'`.execute(query);
  await sql`create trigger drop_votes before insert on votes
    for each row execute function drop_row()`.execute(query);
}

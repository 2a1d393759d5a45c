import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { deleteAccount, getAccount } from "#contract/endpoints/account.ts";
import { invitePerson, listInvitations } from "#contract/endpoints/invitations.ts";
import { getUnreadCount, listNotifications } from "#contract/endpoints/notifications.ts";
import { getPerson, listPersonSurveys, listPopularPeople } from "#contract/endpoints/people.ts";
import {
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults, getVoteStatus } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { FEATURES } from "#server/features/features.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { deleteRemovedSurveys } from "./survey-removal.writes.ts";
import { setSurveyVisibility } from "./surveys.writes.ts";

const kanaat = await testApp({ after });
const { db, clock } = kanaat;
const HANGING = ["options", "votes", "views", "invitations", "notifications"] as const;
const MANY = 2500;

/** Counts each table's rows that belong to a survey. */
const hanging = (surveyId: number) =>
  Promise.all(
    HANGING.map(async (table) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count
        from ${sql.table(table)} where survey_id = ${surveyId}`.execute(db.query);
      return rows[0]?.count ?? 0;
    }),
  );

/** Inserts more than are deleted at once, some of people who have left. */
async function insertMany({ id, options }: Survey): Promise<void> {
  const numbers = Array.from({ length: MANY }, (_, i) => [i % 2 ? 1_000_000 + i : -1_000_000 - i]);
  const given = db.rows(["i"], numbers);
  await sql`insert into votes (survey_id, user_id, option_id)
    select cast(${id} as bigint), i, cast(${options[0]?.id} as bigint) from ${given}`.execute(
    db.query,
  );
  await sql`insert into views (survey_id, day, viewer)
    select cast(${id} as bigint), '2026-03-14', cast(i as text) from ${given}`.execute(db.query);
}

const remove = ({ id }: Survey, { token }: Person) =>
  kanaat.call(deleteSurvey, { token, params: { id } });
const leave = ({ token, password }: Person) =>
  kanaat.call(deleteAccount, { token, body: { password } });
const keep = () => kanaat.runMaintenance();

const ways = {
  "that is deleted": remove,
  "whose owner leaves": (_: Survey, owner: Person) => leave(owner),
};
for (const [name, goes] of Object.entries(ways)) {
  describe(`a survey ${name}`, () => {
    let [owner, voter]: Person[] = [];
    let survey: Survey;
    before(async () => {
      [owner, voter] = [await signUp(kanaat), await signUp(kanaat)];
      survey = await publishSurvey(kanaat, owner, { question: "Kuşkonmaz sever misiniz?" });
      const params = { id: survey.id };
      const body = { nickname: voter.nickname };
      await kanaat.call(invitePerson, { token: owner.token, params, body });
      await voteFor(kanaat, voter, survey, 0);
      await insertMany(survey);
      assert.equal((await goes(survey, owner)).status, 204);
    });

    it("is shown nowhere, though its votes are still there", async () => {
      assert.equal((await hanging(survey.id))[1], MANY + 1);
      const { token = "" } = voter ?? {};
      const [query, params] = [{ q: "kuşkonmaz" }, { id: survey.id }];
      for (const order of ["new", "popular", "ending"] as const) {
        const { body } = await kanaat.call(listSurveys, { query: { ...query, order } });
        assert.deepEqual(body.items, []);
      }
      for (const call of [getSurvey, getResults, getVoteStatus] as const) {
        for (const who of [token, owner?.token]) {
          const { status } = await kanaat.call(call, { token: who, params });
          assert.ok([404, 401].includes(status), `${status}`);
        }
      }
      const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
      const vote = await kanaat.call(castVote, { token, body });
      assert.equal(vote.problem.code, "survey_not_found");
      assert.deepEqual((await kanaat.call(listInvitations, { token })).body.items, []);
      assert.deepEqual((await kanaat.call(listNotifications, { token })).body.items, []);
      assert.equal((await kanaat.call(getUnreadCount, { token })).body, 0);
      const { text } = await download(kanaat, { token });
      const { votes, invitations } = JSON.parse(text);
      assert.deepEqual([votes, invitations], [[], []]);
      assert.doesNotMatch(text, /Kuşkonmaz/);
      await assert.rejects(
        setSurveyVisibility(
          db,
          { quotas: createQuotas(kanaat), reviewFirst: 0 },
          survey.id,
          "public",
          clock.now(),
        ),
        {
          code: "survey_not_found",
        },
      );
    });

    it("has no picture and no visible owner", async () => {
      const { rows } = await sql`select image from options where survey_id = ${survey.id}
        union select image from surveys where id = ${survey.id}`.execute(db.query);
      assert.deepEqual(
        rows.map((row) => ({ ...(row as object) })),
        [{ image: "" }],
      );
      const { body } = await kanaat.call(listPopularPeople);
      assert.ok(body.items.length > 0);
      assert.ok(body.items.every(({ id, nickname }) => id > 0 && nickname !== ""));
    });

    it("waits in the table of removals, and nobody stands in for its owner", async () => {
      const { rows } = await sql<{ owner_id: null }>`select owner_id from surveys
        inner join removals on survey_id = id where id = ${survey.id}`.execute(db.query);
      assert.deepEqual(
        rows.map((row) => row.owner_id),
        [null],
      );
      const nobody = db.query.selectFrom("users").select("id").where("id", "<=", 0);
      assert.deepEqual(await nobody.execute(), []);
    });

    it("is deleted with all that refers to it by maintenance", async () => {
      await keep();
      assert.deepEqual(await hanging(survey.id), [0, 0, 0, 0, 0]);
      const { rows } = await sql`select id from surveys where id = ${survey.id}
        union all select survey_id from removals`.execute(db.query);
      assert.deepEqual(rows, []);
    });
  });
}

describe("a deleted survey", () => {
  it("is missing from its owner's own lists and counts", async () => {
    const owner = await signUp(kanaat);
    const [gone, stays] = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    await remove(gone, owner);
    assert.equal((await remove(gone, owner)).problem.code, "survey_not_found");
    const { token, nickname } = owner;
    const own = (await kanaat.call(listOwnSurveys, { token })).body;
    assert.deepEqual([own.items.map(({ id }) => id), own.counts.SURVEY], [[stays.id], 1]);
    assert.equal((await kanaat.call(getAccount, { token })).body.item.survey_count, 1);
    const params = { nickname };
    assert.equal((await kanaat.call(getPerson, { params })).body.item.survey_count, 1);
    const shown = (await kanaat.call(listPersonSurveys, { params })).body.items;
    assert.deepEqual(
      shown.map(({ id }) => id),
      [stays.id],
    );
    const { surveys } = JSON.parse((await download(kanaat, { token })).text);
    assert.deepEqual(
      surveys.map(({ id }: { id: number }) => id),
      [stays.id],
    );
  });

  it("is deleted in batches, which continue where they were cut off", async () => {
    const { signal } = new AbortController();
    const parts = { db, features: FEATURES };
    // The surveys of other tests, so that the statement below is about this one.
    await deleteRemovedSurveys(parts, signal);
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    await insertMany(survey);
    await remove(survey, owner);
    const stopping = new AbortController();
    const { db: watched, seen } = watchQueries(db);
    // Two slices: the second is running when it is told to stop.
    const cut = deleteRemovedSurveys({ db: watched, features: FEATURES }, stopping.signal);
    while (![...seen.keys()].some((text) => text.startsWith('delete from "votes"'))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    stopping.abort();
    await cut;
    const [, votes = 0, views] = await hanging(survey.id);
    assert.ok(votes > 0 && votes < MANY, `${votes} votes`);
    assert.equal(views, 0);
    await Promise.all([1, 2].map(() => deleteRemovedSurveys(parts, signal)));
    assert.deepEqual(await hanging(survey.id), [0, 0, 0, 0, 0]);
  });
});

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { getInvitationLink } from "#contract/endpoints/invitations.ts";
import { listSurveyEdits } from "#contract/endpoints/survey-edits.ts";
import {
  closeSurvey,
  deleteSurvey,
  getSurvey,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const first = await testApp({ after });
const { clock, db } = first;
// A SQLite folder belongs to one server.
const second =
  db.engine === "postgres" ? await testApp({ after }, { instance: first.instance, clock }) : first;
const [owner, voter, other] = await Promise.all([signUp(first), signUp(first), signUp(first)]);

const change = ({ id }: Pick<Survey, "id">, body: object, on: TestApp = first, by = owner) =>
  succeed(on.call(updateSurvey, { token: by.token, params: { id }, body }));
const show = ({ id }: Survey, visibility: "public" | "private") =>
  succeed(first.call(setVisibility, { token: owner.token, params: { id }, body: { visibility } }));
const read = async ({ id }: Survey, { token } = owner) =>
  (await succeed(first.call(getSurvey, { token, params: { id } }))).item;
const edits = ({ id }: Survey, who?: Person, query: Record<string, string> = {}) =>
  first.call(listSurveyEdits, { token: who?.token, params: { id }, query });
const editsOf = async (survey: Survey, who: Person | undefined = owner) =>
  (await succeed(edits(survey, who))).items;
const votedOn = async (form = {}) => {
  const survey = await publishSurvey(first, owner, { description: "Bir", ...form });
  await voteFor(first, owner, survey, 0);
  return survey;
};

describe("changes of a survey", () => {
  it("leave nothing while nobody has voted (R228)", async () => {
    const survey = await publishSurvey(first, owner, { description: "Bir" });
    await change(survey, {
      description: "İki",
      expire_time: clock.iso(HOUR_MS),
      question: "Yeni?",
    });
    await show(survey, "private");
    await voteFor(first, owner, survey, 0);
    assert.deepEqual(await editsOf(survey), []);
    assert.equal((await read(survey)).edited_at, undefined);
  });

  it("are kept from the first vote on, each with what it was, the newest first (R228)", async () => {
    const survey = await votedOn({ visibility: "private" });
    const at = [];
    const [soon, late] = [clock.iso(HOUR_MS), clock.iso(9 * HOUR_MS)];
    const steps: (() => Promise<unknown>)[] = [
      () => change(survey, { description: "İki\nsatır", expire_time: late }),
      () => show(survey, "public"),
      () => change(survey, { description: "Bir", expire_time: soon }),
      () => first.call(closeSurvey, { token: owner.token, params: { id: survey.id } }),
    ];
    for (const step of steps) {
      clock.advance(MINUTE_MS);
      at.push(clock.iso());
      await step();
      assert.equal((await read(survey)).edited_at, at.at(-1));
    }
    const expected = [
      { edited_at: at[3], field: "expire_time", was: soon, became: at[3] },
      { edited_at: at[2], field: "expire_time", was: late, became: soon },
      { edited_at: at[2], field: "description", was: "İki\nsatır", became: "Bir" },
      { edited_at: at[1], field: "visibility", was: "private", became: "public" },
      { edited_at: at[0], field: "expire_time", was: null, became: late },
      { edited_at: at[0], field: "description", was: "Bir", became: "İki\nsatır" },
    ];
    for (const who of [owner, other, undefined])
      assert.deepEqual(await editsOf(survey, who), expected);
  });

  it("that change nothing leave nothing, also beside one that does (R228)", async () => {
    const survey = await votedOn();
    await change(survey, { description: "Bir", expire_time: null });
    await show(survey, "public");
    assert.equal((await read(survey)).edited_at, undefined);
    await change(survey, { description: " Bir ", expire_time: clock.iso(HOUR_MS) });
    assert.deepEqual(
      (await editsOf(survey)).map(({ field }) => field),
      ["expire_time"],
    );
  });

  it("are all kept, down to what the first voters saw, page by page (R228)", async () => {
    const survey = await votedOn();
    for (let i = 0; i < 5; i++) await change(survey, { description: `Sürüm ${i}` });
    const seen: unknown[] = [];
    let cursor: string | null = "";
    do {
      const query: Record<string, string> = { limit: "2", ...(cursor && { cursor }) };
      const { body } = await edits(survey, undefined, query);
      seen.push(...body.items.map(({ was }) => was));
      cursor = body.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(seen, ["Sürüm 3", "Sürüm 2", "Sürüm 1", "Sürüm 0", "Bir"]);
    const wrong = await edits(survey, undefined, { cursor: "x" });
    assert.deepEqual(Object.keys(wrong.problem?.fields ?? {}), ["cursor"]);
  });

  it("are for those who may see the survey: survey_not_found (R228)", async () => {
    const survey = await votedOn({ visibility: "private" });
    await change(survey, { description: "Gizli" });
    const { token } = owner;
    const link = await succeed(first.call(getInvitationLink, { token, params: { id: survey.id } }));
    for (const who of [undefined, other]) {
      assert.equal((await edits(survey, who)).problem.code, "survey_not_found");
      const answer = await edits(survey, who, { davet: link.item.code });
      assert.equal(answer.body.items[0]?.was, "Bir");
    }
    await show(survey, "public");
    assert.equal((await editsOf(survey, other)).length, 2);
    await show(survey, "private");
    assert.equal((await edits(survey, other)).problem.code, "survey_not_found");
  });

  it("are in their owner's download, and go with the survey and with the account (R228)", async () => {
    const author = await signUp(first);
    const form = { description: "Ayşe’nin telefonu" };
    const ask = async () => {
      const survey = await publishSurvey(first, author, form);
      await voteFor(first, voter, survey, 0);
      await change(survey, { description: "" }, first, author);
      return survey;
    };
    const surveys = [await ask(), await ask()] as const;
    const { body } = await download(first, author);
    const was = "Ayşe’nin telefonu";
    assert.deepEqual(
      body.survey_edits,
      surveys.map(({ id }) => ({
        ...{ survey_id: id, edited_at: clock.iso(), field: "description", was, became: "" },
      })),
    );
    const { body: others } = await download(first, voter);
    assert.deepEqual(others.survey_edits, []);

    const kept = async () => {
      await first.runMaintenance();
      const rows = db.query.selectFrom("survey_edits").select("survey_id").where("was", "=", was);
      return (await rows.execute()).map(({ survey_id }) => survey_id);
    };
    const { token, password } = author;
    await succeed(first.call(deleteSurvey, { token, params: { id: surveys[0].id } }));
    assert.deepEqual(await kept(), [surveys[1].id]);
    await succeed(first.call(deleteAccount, { token, body: { password } }));
    assert.deepEqual(await kept(), []);
  });
});

describe("a change and the first vote at the same moment", () => {
  it("are one after the other, and the change is kept if it is the second (R228)", async () => {
    const outcomes = new Set<number>();
    const ROUNDS = 16;
    for (let round = 0; round < ROUNDS; round++) {
      const survey = await publishSurvey(first, owner, { description: "Bir" });
      let isVotedOn = false;
      const changed = Promise.withResolvers<void>();
      const voting = (async () => {
        // So that each outcome occurs at least once, however busy the machine is.
        await (round === 0 ? changed.promise : sleep(round % 4));
        await vote(survey, second);
        isVotedOn = true;
      })();
      await (round === ROUNDS - 1 ? voting : sleep(2));
      const wasVotedOn = isVotedOn;
      const given = round % 2 ? { description: "İki" } : { expire_time: clock.iso(HOUR_MS) };
      await change(survey, given);
      changed.resolve();
      await voting;
      const { length } = await editsOf(survey);
      if (wasVotedOn) assert.equal(length, 1);
      assert.equal((await read(survey)).edited_at === undefined, length === 0);
      outcomes.add(length);
    }
    assert.deepEqual(outcomes, new Set([0, 1]));
  });

  const vote = ({ id, options }: Survey, on: TestApp) =>
    succeed(
      on.call(castVote, {
        token: voter.token,
        body: { survey_id: id, survey_option_id: options[0]?.id },
      }),
    );

  // SQLite has one writer, so writes never run concurrently.
  if (db.engine === "postgres") {
    it("is kept after a vote that was under way", async (t) => {
      const survey = await publishSurvey(first, owner, { description: "Bir" });
      const holding = await db.query.startTransaction().execute();
      t.after(() => holding.isCommitted || holding.rollback().execute());
      const ids = survey.options.map(({ id }) => id);
      await sql`select id from options where id in (${sql.join(ids)}) for update`.execute(holding);
      const voting = vote(survey, second);
      await waitForLocks(db, 1);
      const changing = change(survey, { description: "İki" });
      await waitForLocks(db, 2);
      await holding.commit().execute();
      await Promise.all([voting, changing]);
      assert.deepEqual(
        (await editsOf(survey)).map(({ was, became }) => [was, became]),
        [["Bir", "İki"]],
      );
    });
  }
});

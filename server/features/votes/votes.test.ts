import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { acceptInvitation, getInvitationLink } from "#contract/endpoints/invitations.ts";
import { closeSurvey, deleteSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getResults, getVoteStatus, listVoted } from "#contract/endpoints/votes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const [owner, voter, stranger] = await Promise.all([
  signUp(kanaat),
  signUp(kanaat),
  signUp(kanaat),
]);

const vote = (who: Person, survey_id: unknown, survey_option_id: unknown) =>
  kanaat.call(castVote, { token: who.token, body: { survey_id, survey_option_id } });
const results = (id: number, who?: Person, query = {}) =>
  kanaat.call(getResults, { token: who?.token, params: { id }, query });
const optionId = (survey: { options: { id: number }[] }, i: number) => survey.options[i]?.id ?? 0;
const rows = (surveyId: number) =>
  db.query.selectFrom("votes").selectAll().where("survey_id", "=", surveyId).execute();

describe("casting a vote", () => {
  it("is counted once and returns what was voted for (R70)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const answer = await vote(voter, survey.id, optionId(survey, 1));
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.body, {
      item: { survey_id: survey.id, survey_option_id: optionId(survey, 1) },
    });
    const { body } = await results(survey.id);
    assert.deepEqual(
      body.items.map(({ option_name, count, value }) => [option_name, count, value]),
      [
        ["Çay", 0, "%0"],
        ["Kahve", 1, "%100"],
      ],
    );
  });

  it("is open to the owner too, once (R73)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    assert.equal((await vote(owner, survey.id, optionId(survey, 0))).status, 201);
    assert.equal((await vote(owner, survey.id, optionId(survey, 0))).status, 409);
  });

  it("needs an account (R70)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const body = { survey_id: survey.id, survey_option_id: optionId(survey, 0) };
    const answer = await kanaat.call(castVote, { body });
    assert.equal(answer.status, 401);
    assert.equal(answer.problem.code, "unauthenticated");
    assert.equal(answer.headers.get("www-authenticate"), "Bearer");
  });

  it("counts one vote when one person sends a hundred at the same moment for different options (R69)", async () => {
    const survey = await publishSurvey(kanaat, owner, { options: ["a", "b", "c", "d"] });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => vote(voter, survey.id, optionId(survey, i % 4))),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 201).length, 1);
    assert.equal(answers.filter(({ problem }) => problem.code === "already_voted").length, 99);
    const [row, ...more] = await rows(survey.id);
    assert.equal(more.length, 0);
    const winner = answers.find((answer) => answer.status === 201);
    const cast = winner?.body.item;
    assert.equal(row?.option_id, cast && "survey_option_id" in cast && cast.survey_option_id);
    const { body } = await results(survey.id);
    assert.equal(
      body.items.reduce((sum, { count }) => sum + count, 0),
      1,
    );
  });

  it("counts many simultaneous voters exactly (R158)", async () => {
    const survey = await publishSurvey(kanaat, owner, { options: ["a", "b", "c"] });
    const people = await Promise.all(Array.from({ length: 30 }, () => signUp(kanaat)));
    const answers = await Promise.all(
      people.map((person, i) => vote(person, survey.id, optionId(survey, i % 3))),
    );
    assert.ok(answers.every((answer) => answer.status === 201));
    const { body } = await results(survey.id);
    assert.deepEqual(
      body.items.map(({ count }) => count),
      [10, 10, 10],
    );
  });

  it("gets its own outcome among others that arrive at the same moment (R69, R72)", async () => {
    const first = await publishSurvey(kanaat, owner);
    const second = await publishSurvey(kanaat, owner);
    const other = await signUp(kanaat);
    const answers = await Promise.all([
      vote(stranger, first.id, optionId(second, 0)),
      vote(voter, first.id, optionId(first, 0)),
      vote(other, first.id, optionId(first, 1)),
      vote(voter, second.id, optionId(second, 1)),
      vote(other, first.id, optionId(first, 0)),
    ]);
    assert.deepEqual(
      answers.map(({ status, problem }) => (status === 201 ? status : problem.code)),
      ["option_not_in_survey", 201, 201, 201, "already_voted"],
    );
  });

  it("takes the voter from the token, whatever else the body says (R70)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const body = {
      survey_id: survey.id,
      survey_option_id: optionId(survey, 0),
      user_id: stranger.id,
      count: 99,
      created_at: "2020-01-01",
    };
    assert.equal((await kanaat.call(castVote, { token: voter.token, body })).status, 201);
    assert.deepEqual(
      (await rows(survey.id)).map((row) => row.user_id),
      [voter.id],
    );
  });

  it("is refused a second time: already_voted (R69)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await vote(voter, survey.id, optionId(survey, 0));
    const again = await vote(voter, survey.id, optionId(survey, 1));
    assert.equal(again.status, 409);
    assert.equal(again.problem.code, "already_voted");
  });

  it("is refused for another survey's option: option_not_in_survey (R72)", async () => {
    const [survey, other] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    const answer = await vote(voter, survey.id, optionId(other, 0));
    assert.equal(answer.status, 422);
    assert.equal(answer.problem.code, "option_not_in_survey");
    assert.deepEqual(await rows(survey.id), []);
  });

  it("is accepted within the survey's time only: survey_not_started, survey_ended (R71)", async () => {
    const survey = await publishSurvey(kanaat, owner, {
      start_time: clock.iso(10 * MINUTE_MS),
      expire_time: clock.iso(20 * MINUTE_MS),
    });
    const start = clock.now() + 10 * MINUTE_MS;
    const end = clock.now() + 20 * MINUTE_MS;
    const at = async (instant: number) => {
      clock.set(instant);
      const person = await signUp(kanaat);
      const { status, problem } = await vote(person, survey.id, optionId(survey, 0));
      return status === 201 ? 201 : problem.code;
    };
    assert.equal(await at(start - 2000), "survey_not_started");
    assert.equal(await at(start - 1), "survey_not_started");
    assert.equal(await at(start), 201);
    assert.equal(await at(end - 1), 201);
    assert.equal(await at(end), "survey_ended");
    assert.equal(await at(end + 2000), "survey_ended");
    assert.equal((await rows(survey.id)).length, 2);
  });

  it("is refused after the owner has ended the survey (R71)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    clock.advance(1);
    await kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    const answer = await vote(voter, survey.id, optionId(survey, 0));
    assert.equal(answer.problem.code, "survey_ended");
  });

  it("is refused on a draft: survey_not_published to its owner, 404 to others (R71)", async () => {
    const id = await draftSurvey(kanaat, owner);
    const option = await db.query
      .selectFrom("options")
      .select("id")
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow();
    const own = await vote(owner, id, option.id);
    assert.equal(own.status, 409);
    assert.equal(own.problem.code, "survey_not_published");
    assert.equal((await vote(voter, id, option.id)).problem.code, "survey_not_found");
  });

  it("treats a private survey as missing until the voter is invited", async () => {
    const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
    const hidden = await vote(voter, survey.id, optionId(survey, 0));
    const missing = await vote(voter, 987_654_321, optionId(survey, 0));
    const bytes = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, "");
    assert.equal(hidden.status, 404);
    assert.equal(bytes(hidden), bytes(missing));

    const link = await kanaat.call(getInvitationLink, {
      token: owner.token,
      params: { id: survey.id },
    });
    await kanaat.call(acceptInvitation, {
      token: voter.token,
      params: { id: survey.id },
      body: { code: link.body.item.code },
    });
    assert.equal((await vote(voter, survey.id, optionId(survey, 0))).status, 201);
  });

  it("is refused when the option's id is invalid (R72)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    for (const wrong of [null, "", "1", [], [1, 2], {}, 1.5, -1, 0, 2 ** 63, true, undefined]) {
      const answer = await vote(voter, survey.id, wrong);
      assert.equal(answer.status, 422, JSON.stringify(wrong));
      assert.ok(answer.problem.fields?.survey_option_id);
    }
    assert.deepEqual(await rows(survey.id), []);
  });
});

describe("asking whether the caller has voted", () => {
  it("returns a bare boolean, false to visitors (R75, R146)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const status = (token?: string) =>
      kanaat.call(getVoteStatus, { token, params: { id: survey.id } });
    assert.equal((await status(voter.token)).text, "false");
    await vote(voter, survey.id, optionId(survey, 0));
    assert.equal((await status(voter.token)).text, "true");
    assert.equal((await status(stranger.token)).text, "false");
    assert.equal((await status()).text, "false");
  });

  it("returns survey_not_found for an unknown survey", async () => {
    for (const id of [987_654_321, "abc", "1e3x", "-1", "1.5"]) {
      const answer = await kanaat.call(getVoteStatus, { token: voter.token, params: { id } });
      assert.equal(answer.problem.code, "survey_not_found", String(id));
    }
  });
});

describe("reading results", () => {
  it("shows 'before' results to everyone, in the options' order (R65, R77)", async () => {
    const survey = await publishSurvey(kanaat, owner, { options: ["a", "b", "c"] });
    const { body } = await results(survey.id);
    assert.deepEqual(
      body.items.map((item) => item.option_id),
      survey.options.map((option) => option.id),
    );
    assert.equal(new Set(body.items.map((item) => item.color)).size, 3);
  });

  it("hides 'after' results until the caller votes: results_hidden (R65, R66)", async () => {
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    await vote(voter, survey.id, optionId(survey, 0));
    assert.equal((await results(survey.id)).problem.code, "results_hidden");
    assert.equal((await results(survey.id, stranger)).status, 403);
    assert.equal((await results(survey.id, voter)).status, 200);
    assert.equal((await results(survey.id, owner)).status, 200);
    for (const other of [undefined, stranger]) {
      assert.equal((await results(survey.id, other)).problem.code, "results_hidden");
    }
  });

  it("shows 'after' results to everyone when the survey has ended (R65)", async () => {
    const survey = await publishSurvey(kanaat, owner, {
      result_visibility: "after",
      expire_time: clock.iso(MINUTE_MS),
    });
    clock.advance(MINUTE_MS);
    assert.equal((await results(survey.id)).status, 200);
  });

  it("shows a vote immediately", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const total = async () => {
      const { body } = await results(survey.id);
      return body.items.reduce((sum, { count }) => sum + count, 0);
    };
    assert.equal(await total(), 0);
    await vote(voter, survey.id, optionId(survey, 0));
    assert.equal(await total(), 1);
  });

  it("returns survey_not_found for a private or deleted survey", async () => {
    const survey = await publishSurvey(kanaat, owner, {
      visibility: "private",
      instant_results: true,
    });
    assert.equal((await results(survey.id, stranger)).problem.code, "survey_not_found");
    assert.equal((await results(survey.id, owner)).status, 200);
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id: survey.id } });
    assert.equal((await results(survey.id, owner)).problem.code, "survey_not_found");
  });

  it("opens to anyone who has the invitation's code", async () => {
    const survey = await publishSurvey(kanaat, owner, {
      visibility: "private",
      instant_results: true,
    });
    const link = await kanaat.call(getInvitationLink, {
      token: owner.token,
      params: { id: survey.id },
    });
    const { code } = link.body.item;
    assert.equal((await results(survey.id, undefined, { davet: code })).status, 200);
    assert.equal((await results(survey.id, undefined, { davet: "baska" })).status, 404);
  });
});

describe("which surveys of a list the caller has voted on", () => {
  it("is returned for the requested surveys only, up to a hundred (R205)", async () => {
    const surveys = [1, 2, 3].map(() => publishSurvey(kanaat, owner));
    const [first, second, third] = await Promise.all(surveys);
    const me = await signUp(kanaat);
    for (const survey of [first, third]) {
      if (survey) await vote(me, survey.id, optionId(survey, 0));
    }
    const voted = (who: Person, asked: (number | undefined)[]) =>
      kanaat.call(listVoted, { token: who.token, query: { survey_ids: asked.join() } });
    assert.deepEqual((await voted(me, [first?.id, second?.id, 999_999])).body.items, [first?.id]);
    assert.deepEqual((await voted(stranger, [first?.id, third?.id])).body.items, []);
    const many = Array.from({ length: 101 }, (_, i) => i + 1);
    assert.equal((await voted(me, many.slice(1))).status, 200);
    assert.equal((await voted(me, many)).status, 422);
    assert.equal((await voted(me, [1.5])).status, 422);
  });
});

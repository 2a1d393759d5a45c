import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { getInvitationLink, invitePerson } from "#contract/endpoints/invitations.ts";
import {
  addOptions,
  closeSurvey,
  deleteSurvey,
  getSurvey,
  listSurveys,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Answer, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const [owner, other] = await Promise.all([signUp(kanaat), signUp(kanaat)]);

/** Reads without counting a view, so that responses can be compared. */
const read = (id: number | string, who?: Person, query = {}) =>
  kanaat.call(getSurvey, {
    token: who?.token,
    params: { id },
    query,
    headers: { purpose: "prefetch" },
  });
const change = (id: number, body: unknown, who: Person = owner) =>
  kanaat.call(updateSurvey, { token: who.token, params: { id }, body });
const close = (id: number, who: Person = owner) =>
  kanaat.call(closeSurvey, { token: who.token, params: { id } });
const remove = (id: number, who: Person = owner) =>
  kanaat.call(deleteSurvey, { token: who.token, params: { id } });

function refused(answer: Answer<unknown>, status: number, code: ErrorCode): void {
  assert.deepEqual([answer.status, answer.problem?.code], [status, code], answer.text);
}

const withoutRequestId = ({ text }: Answer<unknown>) => text.replace(/"request_id":"[^"]+"/, "");

describe("reading a survey", () => {
  it("shows a public one to everybody alike (R58, R149)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const seen = await read(id);
    assert.equal(seen.status, 200);
    assert.equal(seen.body.item.options.length, 2);
    for (const who of [owner, other]) assert.deepEqual((await read(id, who)).body, seen.body);
  });

  it("returns visitors bytes with an ETag", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const { headers } = await read(id);
    const etag = headers.get("etag") ?? "";
    const again = await kanaat.call(getSurvey, {
      params: { id },
      headers: { "if-none-match": etag },
    });
    assert.deepEqual([again.status, again.text], [304, ""]);
    assert.equal((await read(id, other)).headers.get("cache-control"), "no-store");
  });

  it("names nobody but the owner, in four fields (R149)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { id, name, nickname } = owner;
    assert.deepEqual((await read(survey.id)).body.item.user, { id, name, nickname, image: null });
    assert.ok(!(await read(survey.id, owner)).text.includes(owner.email));
  });

  it("contains no count of any option for any caller, whenever results are shown (R66)", async () => {
    for (const result_visibility of ["before", "after"] as const) {
      const survey = await publishSurvey(kanaat, owner, { result_visibility });
      await voteFor(kanaat, other, survey, 1);
      const { body } = await read(survey.id);
      const keys = [...Object.keys(body.item), ...body.item.options.flatMap(Object.keys)];
      const counts = keys.filter((key) => /vote|result$|count/.test(key));
      assert.deepEqual(counts, ["view_count", "vote_count", "voters", "vote_change"]);
    }
  });

  it("shows how many voted unless results are hidden, as its card does (R149)", async () => {
    const reader = await signUp(kanaat);
    const shownCounts = async (id: number, q: string) => {
      const { body } = await kanaat.call(listSurveys, { query: { q }, token: reader.token });
      const card = body.items.find((item) => item.id === id);
      return [(await read(id, reader)).body.item.vote_count, card?.vote_count];
    };
    for (const result_visibility of ["before", "after"] as const) {
      const q = `kaç oy ${result_visibility}`;
      const survey = await publishSurvey(kanaat, owner, { question: q, result_visibility });
      await voteFor(kanaat, other, survey, 1);
      await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
      const shown = result_visibility === "before" ? 1 : null;
      assert.deepEqual(await shownCounts(survey.id, q), [shown, shown]);
    }
  });

  it("shows a draft to its owner alone: survey_not_found (R42)", async () => {
    const id = await draftSurvey(kanaat, owner);
    assert.equal((await read(id, owner)).body.item.state, "draft");
    refused(await read(id, other), 404, "survey_not_found");
    refused(await read(id), 404, "survey_not_found");
  });

  it("returns the same for a private one, a draft and a missing one (R59)", async () => {
    const { id } = await publishSurvey(kanaat, owner, { visibility: "private" });
    const draft = await draftSurvey(kanaat, owner);
    for (const who of [other, undefined]) {
      const missing = await read(9_999_999, who);
      refused(missing, 404, "survey_not_found");
      for (const hidden of [id, draft]) {
        assert.equal(withoutRequestId(await read(hidden, who)), withoutRequestId(missing));
        const wrongCode = await read(hidden, who, { davet: "yanlis" });
        assert.equal(withoutRequestId(wrongCode), withoutRequestId(missing));
      }
    }
  });

  it("shows a private one to the invited and to anyone who has its link (R59)", async () => {
    const { id } = await publishSurvey(kanaat, owner, { visibility: "private" });
    const given = { token: owner.token, params: { id } };
    const { code } = (await kanaat.call(getInvitationLink, given)).body.item;
    for (const who of [other, undefined]) {
      assert.equal((await read(id, who, { davet: code })).status, 200);
      refused(await read(id, who), 404, "survey_not_found");
    }
    await kanaat.call(invitePerson, { ...given, body: { nickname: other.nickname } });
    assert.equal((await read(id, other)).status, 200);
  });

  it("returns 404 for an invalid id, and 422 for an invalid code", async () => {
    for (const id of ["x", "0", "-1", "1.5", "1e400", "9223372036854775808", "__proto__"]) {
      refused(await read(id), 404, "survey_not_found");
    }
    const { id } = await publishSurvey(kanaat, owner);
    const hex = `0x${id.toString(16)}`;
    for (const written of [`${id} `, `0${id}`, `+${id}`, `${id}.0`, `${id}e0`, hex]) {
      refused(await read(written), 404, "survey_not_found");
    }
    const { status } = await read(id, undefined, { davet: "a b" });
    assert.equal(status, 422);
  });

  it("shows a survey's state as it starts and ends (R42)", async () => {
    const times = { start_time: clock.iso(MINUTE_MS), expire_time: clock.iso(2 * MINUTE_MS) };
    const { id } = await publishSurvey(kanaat, owner, times);
    const states = [];
    for (let minute = 0; minute < 3; minute++) {
      states.push((await read(id, other)).body.item.state);
      clock.advance(MINUTE_MS);
    }
    assert.deepEqual(states, ["scheduled", "active", "ended"]);
  });
});

describe("changing a survey", () => {
  it("changes the description and the end, each alone or together (R54)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    const seen = async () => {
      const { description, expire_time } = (await read(id)).body.item;
      return [description, expire_time];
    };
    const end = clock.iso(MINUTE_MS);
    assert.equal((await change(id, { description: " Yeni\nmetin " })).status, 200);
    assert.deepEqual(await seen(), ["Yeni\nmetin", null]);
    const { body } = await change(id, { expire_time: end });
    assert.deepEqual([body.item.description, body.item.expire_time], ["Yeni\nmetin", end]);
    await change(id, {});
    assert.deepEqual(await seen(), ["Yeni\nmetin", end]);
    await change(id, { description: "", expire_time: null });
    assert.deepEqual(await seen(), ["", null]);
  });

  it("makes it found by its new description", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    await change(id, { description: "Kanarya kuşları" });
    const { body } = await kanaat.call(listSurveys, { query: { q: "KANARYA" } });
    assert.deepEqual(
      body.items.map((card) => card.id),
      [id],
    );
  });

  it("leaves the question and the options as people voted on them (R47, R54)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    await voteFor(kanaat, other, survey, 0);
    const { id, question, options } = survey;
    refused(await change(id, { question: "Başka?" }), 409, "survey_locked");
    await change(id, { options: [], visibility: "private", vote_count: 9 });
    const { item } = (await read(id)).body;
    assert.deepEqual([item.question, item.options], [question, options]);
  });

  it("refuses an end that is not to come, naming the field (R53)", async () => {
    const { id } = await publishSurvey(kanaat, owner, { start_time: clock.iso(MINUTE_MS) });
    for (const expire_time of [clock.iso(-1), clock.iso(), clock.iso(MINUTE_MS), "31.02.2027", 5]) {
      const { status, problem } = await change(id, { expire_time });
      assert.deepEqual([status, Object.keys(problem.fields ?? {})], [422, ["expire_time"]]);
    }
    const { status } = await change(id, { description: "d".repeat(2001) });
    assert.equal(status, 422);
  });

  it("is over when the survey is: survey_ended (R54)", async () => {
    const { id } = await publishSurvey(kanaat, owner, { expire_time: clock.iso(MINUTE_MS) });
    clock.advance(MINUTE_MS);
    refused(await change(id, { expire_time: clock.iso(MINUTE_MS) }), 409, "survey_ended");
    refused(await change(id, { description: "Geç" }), 409, "survey_ended");
  });
});

describe("closing a survey", () => {
  it("ends it now, permanently (R55)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { status, body } = await close(survey.id);
    const { state, expire_time } = body.item;
    assert.deepEqual([status, state, expire_time], [200, "ended", clock.iso()]);
    const answer = await kanaat.call(castVote, {
      token: other.token,
      body: { survey_id: survey.id, survey_option_id: survey.options[0]?.id },
    });
    refused(answer, 409, "survey_ended");
    clock.advance(MINUTE_MS);
    assert.deepEqual((await close(survey.id)).body, body);
  });

  it("ends one that was to begin later, without opening it", async () => {
    const { id } = await publishSurvey(kanaat, owner, { start_time: clock.iso(MINUTE_MS) });
    assert.equal((await close(id)).body.item.state, "ended");
    clock.advance(2 * MINUTE_MS);
    assert.equal((await read(id)).body.item.state, "ended");
  });

  it("needs a published survey: survey_not_published", async () => {
    refused(await close(await draftSurvey(kanaat, owner)), 409, "survey_not_published");
  });
});

describe("deleting a survey", () => {
  it("leaves nothing of it, not even its pictures (R56)", async () => {
    const folder = join(kanaat.config.dataDir, "images");
    const pictures = async () => (await readdir(folder, { recursive: true })).join();
    const before = (await pictures()).match(/1280/g)?.length;
    const survey = await publishSurvey(kanaat, owner);
    await voteFor(kanaat, other, survey, 0);
    await kanaat.call(getSurvey, { params: { id: survey.id } });
    const answer = await remove(survey.id);
    assert.deepEqual([answer.status, answer.text], [204, ""]);
    refused(await read(survey.id), 404, "survey_not_found");
    refused(await remove(survey.id), 404, "survey_not_found");
    assert.equal((await pictures()).match(/1280/g)?.length, before);
    await kanaat.runMaintenance();
    for (const table of ["options", "votes", "views"] as const) {
      const rows = await db.query
        .selectFrom(table)
        .select("survey_id")
        .where("survey_id", "=", survey.id)
        .execute();
      assert.deepEqual(rows, []);
    }
  });
});

describe("deleting a survey that people are voting in", () => {
  it("loses no vote of another survey", async () => {
    const voters = await Promise.all(Array.from({ length: 24 }, () => signUp(kanaat)));
    const [going, staying] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    const vote = (who: Person, { id, options }: typeof going, i: number) =>
      kanaat.call(castVote, {
        token: who.token,
        body: { survey_id: id, survey_option_id: options[i % 2]?.id },
      });
    const answers = voters.flatMap((who, i) => [vote(who, going, i), vote(who, staying, i)]);
    const deletion = remove(going.id);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.equal((await deletion).status, 204);
    assert.deepEqual(
      statuses.filter((status, i) => status !== 201 && (i % 2 === 1 || status !== 404)),
      [],
    );
    const { items } = await succeed(kanaat.call(getResults, { params: { id: staying.id } }));
    assert.equal(
      items.reduce((sum, { count }) => sum + count, 0),
      voters.length,
    );
  });
});

describe("another person's survey", () => {
  it("cannot be changed: forbidden when the caller may see it, survey_not_found when not (R9)", async () => {
    const image = await picture();
    for (const visibility of ["public", "private"] as const) {
      const { id, ...before } = await publishSurvey(kanaat, owner, { visibility });
      const given = { token: other.token, params: { id } };
      const option = { survey_id: id, content: "Ekleme", image };
      const answers = [
        await change(id, { description: "Benim" }, other),
        await close(id, other),
        await remove(id, other),
        await kanaat.call(setVisibility, { ...given, body: { visibility: "public" } }),
        await kanaat.call(addOptions, { token: other.token, body: { data: [option, option] } }),
      ];
      for (const answer of answers) {
        if (visibility === "public") refused(answer, 403, "forbidden");
        else refused(answer, 404, "survey_not_found");
      }
      assert.deepEqual((await read(id, owner)).body.item, { id, ...before });
    }
  });

  it("cannot be changed by visitors", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (const call of [closeSurvey, deleteSurvey] as const) {
      refused(await kanaat.call(call, { params: { id } }), 401, "unauthenticated");
    }
    const answer = await kanaat.call(updateSurvey, { params: { id }, body: {} });
    refused(answer, 401, "unauthenticated");
  });
});

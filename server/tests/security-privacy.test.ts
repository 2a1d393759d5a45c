import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "#contract/api.ts";
import { HOUR_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { getInvitationLink } from "#contract/endpoints/invitations.ts";
import { createQuietPeriod } from "#contract/endpoints/moderation/quiet-periods.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { listTreeHeads } from "#contract/endpoints/receipts.ts";
import { closeSurvey, getSurvey, listSurveys, updateSurvey } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, PROOF, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

// What others never learn (R60, R66, R68, R76, R590), searched for in every response to a read.

const CANARY = "Kanarya-7f3a";
const kanaat = await testApp({ after });
const [owner, follower, voter] = await Promise.all([
  signUp(kanaat),
  signUp(kanaat),
  signUp(kanaat),
]);
await kanaat.call(followPerson, { token: follower.token, params: { userId: owner.id } });

/** Every response to a reader's reads about the owner and these surveys. */
async function everyReading(reader: Person | undefined, ids: number[]): Promise<string[]> {
  const { token } = reader ?? {};
  const texts: string[] = [];
  for (const endpoint of Object.values(api)) {
    const { method, auth, path, stream } = endpoint;
    const follows = path.endsWith("followings/{userId}");
    if (method !== "GET" || stream || follows || (auth === "required" && !reader)) continue;
    for (const id of path.includes("{id}") ? ids : [owner.id]) {
      const params = { id, userId: owner.id, nickname: owner.nickname };
      texts.push((await kanaat.call(endpoint, { token, params, query: { limit: 100 } })).text);
    }
  }
  for (const q of [CANARY, "kanarya", CANARY.toUpperCase()]) {
    for (const order of ["new", "popular", "ending"]) {
      texts.push((await kanaat.call(listSurveys, { token, query: { q, order } })).text);
    }
  }
  return texts;
}

const profile = async (token?: string) =>
  (await kanaat.call(getPerson, { token, params: { nickname: owner.nickname } })).body.item;

describe("a private survey and a draft", () => {
  it("reveal no word and no number to anybody else, whatever happens to them (R60)", async () => {
    const before = await profile();
    const given = {
      question: `${CANARY} hangisi?`,
      description: `${CANARY} üzerine`,
      options: [`${CANARY} bir`, `${CANARY} iki`],
    };
    const secret = await publishSurvey(kanaat, owner, { ...given, visibility: "private" });
    const draft = await draftSurvey(kanaat, owner, given);
    await voteFor(kanaat, owner, secret, 0);
    const { token } = owner;
    const params = { id: secret.id };
    const link = await kanaat.call(getInvitationLink, { token, params });
    await kanaat.call(updateSurvey, { token, params, body: { description: `${CANARY} yeni` } });
    await kanaat.call(closeSurvey, { token, params });
    for (const reader of [undefined, follower]) {
      for (const text of await everyReading(reader, [secret.id, draft])) {
        assert.doesNotMatch(text, new RegExp(`kanarya|${link.body.item.code}`, "i"));
      }
      const { survey_count } = await profile(reader?.token);
      assert.equal(survey_count, before.survey_count);
    }
  });
});

describe("a person", () => {
  it("shows others no e-mail, city, consent, hash or hidden detail (R68)", async () => {
    const { id } = await publishSurvey(kanaat, owner);
    for (const reader of [undefined, follower]) {
      for (const text of await everyReading(reader, [id])) {
        assert.doesNotMatch(text, new RegExp(owner.email));
        if (reader && text.includes(follower.email)) continue;
        assert.doesNotMatch(text, /city_id|consent|password|argon2|token|23\.04\.1990|@ornek/);
      }
      const { item } = (await kanaat.call(getSurvey, { token: reader?.token, params: { id } }))
        .body;
      assert.deepEqual(Object.keys(item.user), ["id", "name", "nickname", "image"]);
    }
  });
});

describe("a vote", () => {
  it("is revealed to nobody, the owner included: neither whose nor for what nor when (R76)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const mentions = async () => {
      const readers = [undefined, follower, owner];
      const texts = await Promise.all(readers.map((reader) => everyReading(reader, [survey.id])));
      return texts.flat().join().split(voter.nickname).length;
    };
    const before = await mentions();
    await voteFor(kanaat, voter, survey, 1);
    assert.equal(await mentions(), before);
    const rows = await kanaat.db.query.selectFrom("votes").selectAll().execute();
    for (const row of rows) {
      assert.deepEqual(Object.keys(row).sort(), [
        "changeable",
        "no_opinion",
        "option_id",
        "survey_id",
        "user_id",
        "while_private",
      ]);
    }
  });

  it("changes no response while the results are hidden (R66)", async () => {
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    await voteFor(kanaat, voter, survey, 1);
    for (const reader of [undefined, follower]) {
      for (const text of await everyReading(reader, [survey.id])) {
        assert.doesNotMatch(text, /"count":1|%100/);
      }
    }
  });

  it("cannot be read from the cursor of a list (R66)", async () => {
    const hidden = { result_visibility: "after" } as const;
    const [survey] = await Promise.all([1, 2].map(() => publishSurvey(kanaat, owner, hidden)));
    assert.ok(survey);
    await kanaat.db.query
      .updateTable("surveys")
      .set({ popularity: 1000 })
      .where("id", "=", survey.id)
      .execute();
    await voteFor(kanaat, voter, survey, 1);
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    const first = async () =>
      (await kanaat.call(listSurveys, { query: { order: "popular", limit: 1 } })).body;
    const { items, next_cursor } = await first();
    assert.equal(items[0]?.id, survey.id);
    await voteFor(kanaat, follower, survey, 1);
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    kanaat.clock.advance(2000);
    assert.equal((await first()).next_cursor, next_cursor);
  });
});

describe("numbers that nobody may see", () => {
  const COUNTS = [7313, 4271] as const;
  const NUMBERS =
    /(?<![\w.-])(7\.?31[34]|4\.?271|11\.?58[45])(?![\w-])|%(63|37)\b|"kind":"milestone"/;

  /** Somebody's vote, and then these counts. */
  async function count(survey: Survey) {
    await voteFor(kanaat, voter, survey, 0);
    for (const [at, vote_count] of COUNTS.entries()) {
      await kanaat.db.query
        .updateTable("options")
        .set({ vote_count })
        .where("id", "=", survey.options[at]?.id ?? 0)
        .execute();
    }
  }

  async function everything(id: number) {
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    kanaat.clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    const texts = [(await download(kanaat, owner)).text];
    for (const reader of [undefined, owner, voter]) {
      texts.push(...(await everyReading(reader, [id])));
    }
    for (const url of [`/embed/surveys/${id}`, `/embed/surveys/${id}/results`]) {
      texts.push((await ask(kanaat.app, { method: "GET", url })).body);
    }
    return texts;
  }

  it("are in no response, frame or download before the end, and in the results after it (R590)", async () => {
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "end" });
    assert.equal(survey.result_visibility, "end");
    await count(survey);
    const params = { id: survey.id };
    const { token } = owner;
    for (const text of await everything(survey.id)) assert.doesNotMatch(text, NUMBERS);
    const { item } = (await kanaat.call(getSurvey, { token, params })).body;
    assert.deepEqual([item.vote_count, item.preview_path], [null, survey.preview_path]);
    assert.deepEqual((await succeed(kanaat.call(listTreeHeads, { params }))).heads, []);
    const { status, problem } = await kanaat.call(getResults, { token, params });
    assert.deepEqual([status, problem.code], [403, "results_hidden"]);
    assert.equal(problem.message, "Sonuçları anket bitene kadar kimse göremez.");

    await succeed(kanaat.call(closeSurvey, { token, params }));
    const { items } = await succeed(kanaat.call(getResults, { params }));
    assert.deepEqual(
      items.map(({ count }) => count),
      COUNTS,
    );
    assert.match((await everything(survey.id)).join(), NUMBERS);
  });

  it("are in none in a quiet period either, those known before too, and in all after it (R665)", async () => {
    const admin = await staffMember(kanaat, "admin");
    const CATEGORY = 14;
    const survey = await publishSurvey(kanaat, owner, { category_id: CATEGORY });
    const params = { id: survey.id };
    await count(survey);
    const before = (await everything(survey.id)).join();
    assert.match(before, NUMBERS);
    assert.match(before, /"kind":"milestone"/);
    const shown = (await kanaat.call(getSurvey, { params })).body.item.preview_path;

    const period = {
      ...{ title: "Seçim dönemi", category_ids: null, words: "İkinci tur için." },
      ...PROOF,
      ...{ starts_at: kanaat.clock.iso(0), ends_at: kanaat.clock.iso(10 * HOUR_MS) },
    };
    await succeed(kanaat.call(createQuietPeriod, { token: admin.token, body: period }));
    while (!kanaat.db.quietPeriods.covering(CATEGORY, kanaat.clock.now())) await sleep(5);
    /** Downloads say that there was a milestone, without its number. */
    const DOWNLOADED = '{"kind":"milestone","nickname":null';
    const isInNone = async () => {
      for (const text of await everything(survey.id))
        assert.doesNotMatch(text.replaceAll(DOWNLOADED, ""), NUMBERS);
    };
    await isInNone();
    const { item } = (await kanaat.call(getSurvey, { params })).body;
    const quiet = { title: "Seçim dönemi", until: period.ends_at };
    assert.deepEqual([item.vote_count, item.quiet], [null, quiet]);
    assert.notEqual(item.preview_path, shown);
    assert.deepEqual((await succeed(kanaat.call(listTreeHeads, { params }))).heads, []);
    const { token } = owner;
    for (const given of [{ token }, {}]) {
      const { status, problem } = await kanaat.call(getResults, { ...given, params });
      assert.deepEqual([status, problem.code], [403, "results_hidden"]);
      assert.match(problem.message, /^Sonuçlar “Seçim dönemi” nedeniyle [\d. :]+ tarihine kadar/);
    }
    await voteFor(kanaat, follower, survey, 0);
    await succeed(kanaat.call(closeSurvey, { token, params }));
    await isInNone();

    kanaat.clock.advance(8 * HOUR_MS);
    const { items } = await succeed(kanaat.call(getResults, { params }));
    assert.deepEqual(
      items.map(({ count }) => count),
      [COUNTS[0] + 1, COUNTS[1]],
    );
    const after = (await everything(survey.id)).join().replaceAll(DOWNLOADED, "");
    assert.match(after, /"kind":"milestone"/);
    assert.doesNotMatch(after, /"quiet"/);
  });
});

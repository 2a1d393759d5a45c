import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { api } from "#contract/api.ts";
import { followPerson } from "#contract/follows.ts";
import { getInvitationLink } from "#contract/invitations.ts";
import { getPerson } from "#contract/people.ts";
import { closeSurvey, getSurvey, listSurveys, updateSurvey } from "#contract/surveys.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

// What others never learn (R60, R66, R68, R76), looked for in every answer that reading can give.

const CANARY = "Kanarya-7f3a";
const house = await testApp({ after });
const [owner, follower, voter] = await Promise.all([signUp(house), signUp(house), signUp(house)]);
await house.call(followPerson, { token: follower.token, params: { userId: owner.id } });

/** Every answer that somebody gets by reading, about the owner and these surveys. */
async function everyReading(reader: Person | undefined, ids: number[]): Promise<string[]> {
  const { token } = reader ?? {};
  const texts: string[] = [];
  for (const endpoint of Object.values(api)) {
    const { method, auth, path, stream } = endpoint;
    const follows = path.endsWith("followings/{userId}");
    if (method !== "GET" || stream || follows || (auth === "required" && !reader)) continue;
    for (const id of path.includes("{id}") ? ids : [owner.id]) {
      const params = { id, userId: owner.id, nickname: owner.nickname };
      texts.push((await house.call(endpoint, { token, params, query: { limit: 100 } })).text);
    }
  }
  for (const q of [CANARY, "kanarya", CANARY.toUpperCase()]) {
    for (const order of ["new", "popular", "ending"]) {
      texts.push((await house.call(listSurveys, { token, query: { q, order } })).text);
    }
  }
  return texts;
}

const profile = async (token?: string) =>
  (await house.call(getPerson, { token, params: { nickname: owner.nickname } })).body.item;

describe("a private survey and a draft", () => {
  it("leave no word and no number with anybody else, whatever becomes of them", async () => {
    const before = await profile();
    const given = {
      question: `${CANARY} hangisi?`,
      description: `${CANARY} üzerine`,
      options: [`${CANARY} bir`, `${CANARY} iki`],
    };
    const secret = await publishSurvey(house, owner, { ...given, visibility: "private" });
    const draft = await draftSurvey(house, owner, given);
    await voteFor(house, owner, secret, 0);
    const { token } = owner;
    const params = { id: secret.id };
    const link = await house.call(getInvitationLink, { token, params });
    await house.call(updateSurvey, { token, params, body: { description: `${CANARY} yeni` } });
    await house.call(closeSurvey, { token, params });
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
  it("tells others no e-mail, city, consent, hash or hidden detail", async () => {
    const { id } = await publishSurvey(house, owner);
    for (const reader of [undefined, follower]) {
      for (const text of await everyReading(reader, [id])) {
        assert.doesNotMatch(text, new RegExp(owner.email));
        if (reader && text.includes(follower.email)) continue;
        assert.doesNotMatch(text, /city_id|consent|password|argon2|token|23\.04\.1990|@ornek/);
      }
      const { item } = (await house.call(getSurvey, { token: reader?.token, params: { id } })).body;
      assert.deepEqual(Object.keys(item.user), ["id", "name", "nickname", "image"]);
    }
  });
});

describe("a vote", () => {
  it("is told to nobody, the owner included: neither whose nor for what nor when", async () => {
    const survey = await publishSurvey(house, owner);
    const mentions = async () => {
      const readers = [undefined, follower, owner];
      const texts = await Promise.all(readers.map((reader) => everyReading(reader, [survey.id])));
      return texts.flat().join().split(voter.nickname).length;
    };
    const before = await mentions();
    await voteFor(house, voter, survey, 1);
    assert.equal(await mentions(), before);
    const rows = await house.db.query.selectFrom("votes").selectAll().execute();
    for (const row of rows) {
      assert.deepEqual(Object.keys(row).sort(), ["option_id", "survey_id", "user_id"]);
    }
  });

  it("counts in no answer while the results are hidden", async () => {
    const survey = await publishSurvey(house, owner, { result_visibility: "after" });
    await voteFor(house, voter, survey, 1);
    for (const reader of [undefined, follower]) {
      for (const text of await everyReading(reader, [survey.id])) {
        assert.doesNotMatch(text, /"count":1|%100/);
      }
    }
  });

  it("is not to be read from where a list goes on", async () => {
    const hidden = { result_visibility: "after" } as const;
    const [survey] = await Promise.all([1, 2].map(() => publishSurvey(house, owner, hidden)));
    assert.ok(survey);
    await voteFor(house, voter, survey, 1);
    await rankListed(house.db, new AbortController().signal);
    const first = async () =>
      (await house.call(listSurveys, { query: { order: "popular", limit: 1 } })).body;
    const { items, next_cursor } = await first();
    assert.equal(items[0]?.id, survey.id);
    await voteFor(house, follower, survey, 1);
    await rankListed(house.db, new AbortController().signal);
    house.clock.advance(2000);
    assert.equal((await first()).next_cursor, next_cursor);
  });
});

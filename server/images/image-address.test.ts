import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { readConfig } from "#server/config/config.ts";
import { ask } from "#server/testing/inject.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const IMAGE_BASE_URL = "https://resim.kanaat.example/kanaat/";

/** Two people with pictures; the second follows the first, votes and is invited. */
async function prepare(kanaat: TestApp) {
  const owner = await signUp(kanaat, { image: await picture() });
  const other = await signUp(kanaat, { image: await picture() });
  const survey = await publishSurvey(kanaat, owner, { question: "/images/ab neresi?" });
  const { token } = other;
  await succeed(kanaat.call(followPerson, { token, params: { userId: owner.id } }));
  await voteFor(kanaat, other, survey, 0);
  const hidden = await publishSurvey(kanaat, owner, { visibility: "private" });
  const params = { id: hidden.id };
  const body = { nickname: other.nickname };
  await succeed(kanaat.call(invitePerson, { token: owner.token, params, body }));
  return { owner, other, survey };
}

/** What all GET endpoints return to one of them, by endpoint name. */
async function allRead(kanaat: TestApp, reader: Person, survey: number, nickname: string) {
  const texts = new Map<string, string>();
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    if (endpoint.method !== "GET" || endpoint.stream || name === "followPersonByGet") continue;
    const things: Record<string, string> = { id: String(survey), nickname, userId: "1" };
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => things[name] ?? "");
    const headers = { authorization: `Bearer ${reader.token}` };
    texts.set(name, (await ask(kanaat.app, { url, headers })).body);
  }
  return texts;
}

const PATH = /"\/images\/[0-9a-f]{2}\/[0-9a-f]{32}\/1280\.webp"/;
const ADDRESS =
  /"https:\/\/resim\.kanaat\.example\/kanaat\/images\/[0-9a-f]{2}\/[0-9a-f]{32}\/1280\.webp"/;

describe("pictures with an address of their own", () => {
  it("have it in every response that had their path, and nothing else changes (R276)", async (t) => {
    const config = { imageBaseUrl: readConfig({ IMAGE_BASE_URL }).imageBaseUrl };
    const named: string[][] = [];
    for (const [app, shown, other] of [
      [await testApp(t), PATH, ADDRESS],
      [await testApp(t, { config }), ADDRESS, PATH],
    ] as const) {
      const { owner, other: friend, survey } = await prepare(app);
      const names = new Set<string>();
      for (const reader of [owner, friend]) {
        const nickname = reader === owner ? friend.nickname : owner.nickname;
        for (const [name, text] of await allRead(app, reader, survey.id, nickname)) {
          assert.doesNotMatch(text, other, name);
          if (shown.test(text)) names.add(name);
          if (name === "getSurvey") assert.ok(text.includes('"/images/ab neresi?"'));
        }
      }
      named.push([...names].sort());
    }
    const [relative = [], whole] = named;
    assert.deepEqual(whole, relative);
    assert.ok(relative.length >= 12, relative.join());
  });

  it("may be shown by pages of other origins (R276)", async (t) => {
    const policyOf = async (app: TestApp) => {
      const { image_path = "" } = await publishSurvey(app, await signUp(app));
      const { headers } = await ask(app.app, { url: image_path.replace(/^https:\/\/[^/]+/, "") });
      return headers["cross-origin-resource-policy"];
    };
    const imageBaseUrl = "https://resim.kanaat.example";
    assert.equal(await policyOf(await testApp(t)), "same-origin");
    assert.equal(await policyOf(await testApp(t, { config: { imageBaseUrl } })), "cross-origin");
  });

  it("refuse an invalid address (R276)", () => {
    for (const wrong of ["resim.kanaat.example", "ftp://a.example", "https://a.example/?b=1"]) {
      const names = ({ message }: Error) =>
        message.startsWith(`IMAGE_BASE_URL=${wrong} is wrong: `);
      assert.throws(() => readConfig({ IMAGE_BASE_URL: wrong }), names);
    }
  });
});

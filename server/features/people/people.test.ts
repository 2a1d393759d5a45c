import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { updateAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import {
  getPerson,
  listFollowers,
  listFollowings,
  listPersonSurveys,
  listPopularPeople,
} from "#contract/endpoints/people.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const NOBODY = [
  "kimse_yok",
  "al",
  "a".repeat(31),
  "a".repeat(250),
  "ALİ",
  "аli",
  "a\u0000b",
  "%",
  ";",
];

const profile = (nickname: string, who?: Person) =>
  kanaat.call(getPerson, { token: who?.token, params: { nickname } });
const follow = (who: Person, whom: Person) =>
  kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } });

describe("reading a profile", () => {
  it("shows visitors what is public and nothing more (R131, R148)", async () => {
    const person = await signUp(kanaat, { name: "Ece Su" });
    const { status, body } = await profile(person.nickname);
    assert.equal(status, 200);
    assert.deepEqual(body.item, {
      id: person.id,
      name: "Ece Su",
      nickname: person.nickname,
      image: null,
      biography: null,
      follower_count: 0,
      following_count: 0,
      survey_count: 0,
      gender: null,
      birth_date: null,
    });
  });

  it("shows gender and birth date only while the person chooses so (R67)", async () => {
    const person = await signUp(kanaat);
    const { token, nickname } = person;
    const show = async (show_details: boolean) => {
      await kanaat.call(updateAccount, { token, body: { show_details } });
      const { gender, birth_date } = (await profile(nickname)).body.item;
      return [gender, birth_date];
    };
    assert.deepEqual(await show(true), ["women", "23.04.1990"]);
    assert.deepEqual(await show(false), [null, null]);
  });

  it("finds a nickname in any case (R118)", async () => {
    const { id, nickname } = await signUp(kanaat);
    assert.equal((await profile(nickname.toUpperCase())).body.item.id, id);
  });

  it("counts the public surveys that have begun", async () => {
    const person = await signUp(kanaat);
    await publishSurvey(kanaat, person);
    await publishSurvey(kanaat, person, { visibility: "private" });
    await publishSurvey(kanaat, person, { start_time: clock.iso(HOUR_MS) });
    await draftSurvey(kanaat, person);
    assert.equal((await profile(person.nickname)).body.item.survey_count, 1);
  });

  it("is 304 to a client that has it", async () => {
    const { nickname } = await signUp(kanaat);
    const first = await profile(nickname);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const again = await kanaat.call(getPerson, { params: { nickname }, headers });
    assert.equal(again.status, 304);
    assert.match(first.headers.get("cache-control") ?? "", /^public, max-age=0, s-maxage=1, /);
  });

  it("returns person_not_found for an unknown person", async () => {
    for (const endpoint of [getPerson, listPersonSurveys, listFollowers, listFollowings]) {
      for (const nickname of NOBODY) {
        const { status, problem } = await kanaat.call(endpoint, { params: { nickname } });
        assert.equal(status, 404, nickname);
        assert.equal(problem.code, "person_not_found");
      }
    }
  });
});

describe("what others see of a person", () => {
  it("holds no e-mail, city, consent or hash, and beside a survey four fields only (R68)", async () => {
    const [person, friend] = [await signUp(kanaat, { city_id: 77 }), await signUp(kanaat)];
    const survey = await publishSurvey(kanaat, person);
    await follow(person, friend);
    const params = { nickname: person.nickname };
    const answers = [
      await kanaat.call(getPerson, { params }),
      await kanaat.call(listFollowers, { params: { nickname: friend.nickname } }),
      await kanaat.call(listPopularPeople),
      await kanaat.call(listPersonSurveys, { params }),
      await kanaat.call(listSurveys),
      await kanaat.call(getSurvey, { params: { id: survey.id } }),
      await kanaat.call(getSurvey, { params: { id: survey.id }, token: friend.token }),
      await kanaat.call(listNotifications, { token: friend.token }),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /@|city|consent|argon2|password/);
    }
    const authors = answers.flatMap(({ body }) => authorsIn(body));
    assert.ok(authors.length >= 5);
    for (const author of authors) {
      assert.deepEqual(Object.keys(author).sort(), ["id", "image", "name", "nickname"]);
    }
  });
});

describe("listing a person's surveys", () => {
  const listOf = (person: Person, query = {}) =>
    kanaat.call(listPersonSurveys, { params: { nickname: person.nickname }, query });

  it("returns the public ones, running and ended, the newest first, page by page", async () => {
    const person = await signUp(kanaat);
    const ended = await publishSurvey(kanaat, person, { expire_time: clock.iso(1000) });
    await publishSurvey(kanaat, person, { visibility: "private" });
    await publishSurvey(kanaat, person, { start_time: clock.iso(HOUR_MS) });
    await draftSurvey(kanaat, person);
    const twin = await publishSurvey(kanaat, person);
    clock.advance(2000);
    const newest = await publishSurvey(kanaat, person);

    const first = await listOf(person, { limit: 2 });
    assert.equal(first.status, 200);
    const cursor = first.body.next_cursor ?? "";
    const second = await listOf(person, { limit: 2, cursor });
    assert.deepEqual(
      [first, second].map(({ body }) => body.items.map(({ id }) => id)),
      [[newest.id, twin.id], [ended.id]],
    );
    assert.equal(second.body.next_cursor, null);
  });

  it("shows a new one immediately", async () => {
    const person = await signUp(kanaat);
    assert.deepEqual((await listOf(person)).body.items, []);
    const { id } = await publishSurvey(kanaat, person);
    assert.equal((await listOf(person)).body.items[0]?.id, id);
  });
});

describe("listing followers and followings", () => {
  it("returns the newest first, page by page (R103)", async () => {
    const star = await signUp(kanaat);
    const fans: Person[] = [];
    for (let i = 0; i < 5; i++) {
      const fan = await signUp(kanaat);
      await follow(fan, star);
      fans.unshift(fan);
      // Two followers share a timestamp, and the order still holds.
      if (i % 2) clock.advance(1000);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let pages = 0; pages < 3 && cursor !== null; pages++) {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { body } = await kanaat.call(listFollowers, {
        params: { nickname: star.nickname },
        query,
      });
      seen.push(...body.items.map((person) => person.nickname));
      cursor = body.next_cursor;
    }
    assert.equal(cursor, null);
    assert.deepEqual(
      seen,
      fans.map((fan) => fan.nickname),
    );
  });

  it("returns the people a person follows, as cards (R103)", async () => {
    const [fan, star] = [await signUp(kanaat), await signUp(kanaat)];
    await follow(fan, star);
    const params = { nickname: fan.nickname.toUpperCase() };
    const { body } = await kanaat.call(listFollowings, { params });
    assert.deepEqual(body, {
      items: [
        {
          id: star.id,
          name: star.name,
          nickname: star.nickname,
          image: null,
          biography: null,
          follower_count: 1,
        },
      ],
      next_cursor: null,
    });
  });

  it("refuses a cursor that it did not make and a limit out of range", async () => {
    const { nickname } = await signUp(kanaat);
    const wrong: Record<string, string | number>[] = [
      { cursor: "bozuk" },
      { cursor: "MS4y.x" },
      { limit: 0 },
      { limit: 101 },
    ];
    for (const query of wrong) {
      const { status, problem } = await kanaat.call(listFollowers, { params: { nickname }, query });
      assert.equal(status, 422);
      assert.deepEqual(Object.keys(problem.fields ?? {}), Object.keys(query));
    }
  });
});

describe("listing popular people", () => {
  it("returns the dozen most followed, equals in the order they came (R104)", async (t) => {
    const own = await testApp(t);
    const people: Person[] = [];
    for (let i = 0; i < 13; i++) people.push(await signUp(own));
    const [first, second, third] = people as [Person, Person, Person];
    for (const [fan, star] of [
      [first, third],
      [second, third],
      [third, second],
    ] as const) {
      await own.call(followPerson, { token: fan.token, params: { userId: star.id } });
    }
    const { status, body } = await own.call(listPopularPeople);
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map(({ id }) => id),
      [third, second, first, ...people.slice(3, 12)].map(({ id }) => id),
    );
    assert.deepEqual(Object.keys(body.items[0] ?? {}).sort(), [
      "biography",
      "follower_count",
      "id",
      "image",
      "name",
      "nickname",
    ]);
  });
});

/** Every `user` in a response, at any depth. */
function authorsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "user" ? [inner] : authorsIn(inner),
  );
}

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import type { SurveyOrder } from "#contract/endpoints/surveys.ts";
import {
  closeSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;
const owner = await signUp(kanaat);

const list = (query: Record<string, string | number> = {}, who?: Person) =>
  kanaat.call(listSurveys, { token: who?.token, query });
const own = (who: Person, query = {}) => kanaat.call(listOwnSurveys, { token: who.token, query });
const questions = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.items.map((card) => card.question);
const publish = (question: string, given = {}) =>
  publishSurvey(kanaat, owner, { question, ...given });

/** Reads every page of a list, `limit` at a time. */
async function all(query: Record<string, string | number>): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await list({ ...query, ...(cursor && { cursor }) });
    ids.push(...body.items.map((card) => card.id));
    assert.ok(body.items.length <= Number(query.limit));
    cursor = body.next_cursor;
  }
  return ids;
}

describe("listing the surveys", () => {
  it("holds the active public ones alone, for everybody alike (R58, R92)", async () => {
    const word = "kapsam";
    const active = await publish(`${word} açık`, { expire_time: clock.iso(2 * MINUTE_MS) });
    await publish(`${word} özel`, { visibility: "private" });
    await publish(`${word} gelecek`, { start_time: clock.iso(3 * MINUTE_MS) });
    await publish(`${word} biten`, { expire_time: clock.iso(MINUTE_MS) });
    await draftSurvey(kanaat, owner, { question: `${word} taslak` });
    clock.advance(MINUTE_MS);
    for (const who of [undefined, owner]) {
      const { status, body } = await list({ q: word }, who);
      assert.equal(status, 200);
      assert.deepEqual(
        body.items.map((card) => card.id),
        [active.id],
      );
    }
    assert.ok(!(await list({ limit: 100 })).text.includes("özel"));
  });

  it("returns cards with exactly what a card shows (R92, R149)", async () => {
    const survey = await publish("kart sorusu", { type: "TEST", category_id: 3 });
    const { body } = await list({ q: "kart sorusu" });
    const { id, name, nickname } = owner;
    assert.deepEqual(body, {
      items: [
        {
          id: survey.id,
          type: "TEST",
          question: "kart sorusu",
          image_path: survey.image_path,
          view_count: 0,
          vote_count: 0,
          start_time: survey.start_time,
          expire_time: null,
          category_id: 3,
          user: { id, name, nickname, image: null },
          options: survey.options,
        },
      ],
      next_cursor: null,
    });
  });

  it("filters by type and category (R6, R93)", async () => {
    await publish("süzgeç bir", { type: "TEST", category_id: 4 });
    await publish("süzgeç iki", { type: "SURVEY", category_id: 4 });
    await publish("süzgeç üç", { type: "SURVEY", category_id: 6 });
    const q = "süzgeç";
    assert.deepEqual(questions(await list({ q, type: "TEST" })), ["süzgeç bir"]);
    assert.deepEqual(questions(await list({ q, category_id: 4 })), ["süzgeç iki", "süzgeç bir"]);
    assert.deepEqual(questions(await list({ q, type: "SURVEY", category_id: 6 })), ["süzgeç üç"]);
    assert.deepEqual(questions(await list({ q, category_id: 999 })), []);
  });

  it("orders by what is new, popular or ending, page by page without gap or repeat (R91, R93)", async () => {
    const made: { id: number; votes: number; end: number; start: number }[] = [];
    const voters = await Promise.all(Array.from({ length: 3 }, () => signUp(kanaat)));
    for (let i = 0; i < 9; i++) {
      if (i % 3) clock.advance(1000);
      const end = i % 2 ? clock.now() + (1 + ((i * 5) % 4)) * 10 * MINUTE_MS : Infinity;
      const expire_time = end === Infinity ? null : new Date(end).toISOString();
      const survey = await publish(`sıralama ${i}`, { expire_time });
      const votes = (i * 7) % 4;
      for (const voter of voters.slice(0, votes)) await voteFor(kanaat, voter, survey, 0);
      made.push({ id: survey.id, votes, end, start: clock.now() });
    }
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    type Made = (typeof made)[number];
    const orders: Record<SurveyOrder, (a: Made, b: Made) => number> = {
      new: (a, b) => b.start - a.start || b.id - a.id,
      popular: (a, b) => b.votes - a.votes || b.id - a.id,
      ending: (a, b) => (a.end === b.end ? endTie(a, b) : a.end - b.end),
    };
    const endTie = (a: Made, b: Made) => (a.end === Infinity ? b.id - a.id : a.id - b.id);
    for (const [order, compare] of Object.entries(orders)) {
      const expected = made.toSorted(compare).map(({ id }) => id);
      for (const limit of [1, 2, 4, 5, 9, 100]) {
        assert.deepEqual(await all({ q: "sıralama", order, limit }), expected, `${order} ${limit}`);
      }
    }
  });

  it("passes over none where votes move the survey at which a page begins", async () => {
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await publish(`kayan ${i}`));
    const page = async (query: Record<string, string | number>) =>
      (await list({ q: "kayan", order: "popular", limit: 2, ...query })).body;
    const first = await page({});
    const last = made.find(({ id }) => id === first.items[1]?.id);
    assert.ok(last);
    await voteFor(kanaat, await signUp(kanaat), last, 0);
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    const rest = await page({ cursor: first.next_cursor ?? "", limit: 100 });
    const seen = new Set([...first.items, ...rest.items].map(({ id }) => id));
    assert.deepEqual(seen, new Set(made.map(({ id }) => id)));

    const params = { id: last.id };
    await kanaat.call(setVisibility, {
      token: owner.token,
      params,
      body: { visibility: "private" },
    });
    const gone = await list({ order: "popular", cursor: first.next_cursor ?? "" });
    assert.ok(gone.problem.fields?.cursor);
  });

  it("puts what was just published first", async () => {
    const { id } = await publish("yepyeni");
    assert.equal((await list()).body.items[0]?.id, id);
  });

  it("refuses what it cannot read, naming the field: validation_failed (R91)", async () => {
    const cursors = [
      "x",
      "MQ",
      "MS4yLjM",
      "MS4x",
      "MS5hYmM",
      "MWUzLjE",
      "MDEuMQ",
      "LTEuLTE=",
      "%00",
    ];
    const wrong: [string, string | number][] = [
      ["limit", 0],
      ["limit", 101],
      ["limit", "x"],
      ["type", "QUIZ"],
      ["order", "random"],
      ["category_id", "-1"],
      ["q", "x".repeat(101)],
      ["cursor", "x".repeat(201)],
      ...cursors
        .filter((cursor) => cursor !== "MS4x")
        .map((cursor): [string, string] => ["cursor", cursor]),
    ];
    for (const [field, value] of wrong) {
      const { status, problem } = await list({ [field]: value });
      assert.deepEqual([value, status, problem.code], [value, 422, "validation_failed"]);
      assert.deepEqual(Object.keys(problem.fields ?? {}), [field]);
    }
    assert.equal((await list({ cursor: "MS4x" })).status, 200);
  });
});

describe("searching", () => {
  const finds = async (q: string) => questions(await list({ q, limit: 100 })).sort();

  it("compares letters without their dots, cedillas and case (R94)", async () => {
    await publish("Diyarbakır'ın karpuzu mu?");
    for (const q of ["DIYARBAKIR", "diyarbakır", "DİYARBAKIR", "dıyarbakir", "diyarbakir karpuz"]) {
      assert.deepEqual(await finds(q), ["Diyarbakır'ın karpuzu mu?"], q);
    }
    await publish("Şeftali, çilek, öğün, üzüm, İğde");
    for (const q of [
      "SEFTALI",
      "Çilek",
      "OGUN",
      "uzum",
      "igde",
      "İĞDE",
      "ıgde",
      "ş",
      "u\u0308zum",
    ]) {
      assert.ok((await finds(q)).includes("Şeftali, çilek, öğün, üzüm, İğde"), q);
    }
  });

  it("wants every word, in any order, in question or description (R94)", async () => {
    await publish("Sabah koşusu", { description: "Sahilde, erkenden" });
    assert.deepEqual(await finds("sahil kosu"), ["Sabah koşusu"]);
    assert.deepEqual(await finds("  ERKENDEN\t sabah "), ["Sabah koşusu"]);
    assert.deepEqual(await finds("sahil yüzme"), []);
  });

  it("finds words by their beginnings, separated by signs (R94)", async () => {
    await publish("%100 pamuk_lu mı!");
    await publish("yalnız pamuklu");
    for (const q of ["%100", "100%", "pamuk_lu", "pamuk-lu", "mı! pamuk", '"pamuk" lu']) {
      assert.deepEqual(await finds(q), ["%100 pamuk_lu mı!"], q);
    }
    assert.deepEqual(await finds("pamuk"), ["%100 pamuk_lu mı!", "yalnız pamuklu"]);
    assert.deepEqual(await finds("amuklu"), []);
    await publish("☕ mi ❤️ mi?");
    for (const q of ["☕", "❤", "❤️☕"]) assert.deepEqual(await finds(q), ["☕ mi ❤️ mi?"], q);
  });

  it("finds a word whose last letter an ending has softened", async () => {
    const softened: Record<string, string> = {
      kitap: "hangi kitabı okudunuz",
      müzik: "müziğiniz nasıl",
      ağaç: "ağacınız var mı",
      kanat: "kanadı kırık",
      renk: "ne renginde",
      alışkanlık: "alışkanlığınız",
      sorumluluk: "kimin sorumluluğu",
    };
    for (const question of Object.values(softened)) await publish(question);
    for (const [q, question] of Object.entries(softened)) {
      assert.deepEqual(await finds(q), [question], q);
    }
    const other = "kardeşiniz dağda mı, Kırgızistan’da mı";
    await publish(other);
    for (const q of ["kart", "dak", "kırk"]) assert.ok(!(await finds(q)).includes(other), q);
  });

  it("looks into the options and the category's name as well (R94)", async () => {
    await publish("Hangisi daha serin?", { options: ["Kavun", "Karadut şerbeti"] });
    for (const q of ["kavun", "KARADUT", "serin karadut", "karadu"]) {
      assert.deepEqual(await finds(q), ["Hangisi daha serin?"], q);
    }
    await publish("Nereye gidelim?", { category_id: 14 });
    for (const q of ["seyahat", "SEYAHAT nereye", "seyaha"]) {
      assert.deepEqual(await finds(q), ["Nereye gidelim?"], q);
    }
  });

  it("finds a long word by its first ten letters", async () => {
    await publish("Çekoslovakyalılaştıramadıklarımızdan mısınız?");
    for (const q of ["çekoslova", "Çekoslovakya", "çekoslovakyalılaştıramadıklarımızdan"]) {
      assert.equal((await finds(q)).length, 1, q);
    }
    assert.deepEqual(await finds("çekoslovenya"), []);
  });

  it("finds nothing by signs alone", async () => {
    for (const q of ["%_%", "\\", '"', "!", "'; --", "%"]) {
      const { status, body } = await list({ q });
      assert.deepEqual([status, body], [200, { items: [], next_cursor: null }], q);
    }
    assert.equal((await list({ q: "'; drop table surveys; --" })).status, 200);
  });

  it("finds what a survey says now, while it is listed, in every order", async () => {
    const survey = await publish("değişken", { description: "önceki" });
    const { token } = owner;
    const params = { id: survey.id };
    const everywhere = async (q: string) => {
      const orders = ["new", "popular", "ending"];
      return Promise.all(orders.map(async (order) => (await list({ q, order })).body.items.length));
    };
    await kanaat.call(updateSurvey, { token, params, body: { description: "sonraki" } });
    assert.deepEqual(await everywhere("sonraki"), [1, 1, 1]);
    assert.deepEqual(await everywhere("önceki"), [0, 0, 0]);
    await kanaat.call(setVisibility, { token, params, body: { visibility: "private" } });
    assert.deepEqual(await everywhere("değişken"), [0, 0, 0]);
    await kanaat.call(setVisibility, { token, params, body: { visibility: "public" } });
    assert.deepEqual(await everywhere("değişken"), [1, 1, 1]);
    await kanaat.call(closeSurvey, { token, params });
    assert.deepEqual(await everywhere("değişken"), [0, 0, 0]);
  });

  it("looks for nothing when nothing is left to look for", async () => {
    const everything = await finds("");
    for (const q of ["   ", "\u0000", "\u200b\u202e"]) assert.deepEqual(await finds(q), everything);
  });
});

describe("listing the caller's own surveys", () => {
  it("holds every state, newest first, with the count of each type (R108)", async () => {
    const person = await signUp(kanaat);
    const make = async (question: string, given = {}) =>
      (await publishSurvey(kanaat, person, { question, ...given })).id;
    const scheduled = await make("gelecek", { start_time: clock.iso(MINUTE_MS) });
    const ended = await make("biten", { expire_time: clock.iso(MINUTE_MS / 2) });
    const hidden = await make("özel", { visibility: "private", type: "TEST" });
    const draft = await draftSurvey(kanaat, person);
    clock.advance(MINUTE_MS / 2);
    const { status, body } = await own(person);
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map(({ id, state, visibility }) => [id, state, visibility]),
      [
        [draft, "draft", null],
        [hidden, "active", "private"],
        [ended, "ended", "public"],
        [scheduled, "scheduled", "public"],
      ],
    );
    assert.deepEqual(body.counts, { SURVEY: 3, TEST: 1 });
    const tests = (await own(person, { type: "TEST" })).body;
    assert.deepEqual(
      tests.items.map(({ id }) => id),
      [hidden],
    );
    assert.deepEqual(tests.counts, body.counts);
  });

  it("comes page by page", async () => {
    const person = await signUp(kanaat);
    for (let i = 0; i < 3; i++) await draftSurvey(kanaat, person);
    const first = (await own(person, { limit: 2 })).body;
    const second = (await own(person, { limit: 2, cursor: first.next_cursor })).body;
    assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 3);
    assert.equal(second.next_cursor, null);
  });

  it("is empty for a new account, and closed to visitors (R9)", async () => {
    const { body } = await own(await signUp(kanaat));
    const counts = { SURVEY: 0, TEST: 0 };
    assert.deepEqual(body, { items: [], next_cursor: null, counts });
    assert.equal((await kanaat.call(listOwnSurveys)).status, 401);
  });
});

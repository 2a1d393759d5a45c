import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { api } from "#contract/api.ts";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  changePassword,
  confirmNickname,
  deleteAccount,
  login,
  register,
} from "#contract/endpoints/account.ts";
import { streamEvents } from "#contract/endpoints/events.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { exportReport } from "#contract/endpoints/report.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults, streamResults } from "#contract/endpoints/votes.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { type Scope, type TestApp, type TestOptions, testApp } from "#server/testing/test-app.ts";
import type { CallOptions } from "#testing/api.ts";
import { type Person, registrationForm, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

// Limits by network and by account. Each call's `x-forwarded-for` is its address.

const limited = (t: Scope, options: TestOptions = {}) =>
  testApp(t, { ...options, config: { rateLimits: true, challenge: false, trustProxy: true } });

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

/** How many of these calls returned each status. */
async function tally(
  kanaat: TestApp,
  endpoint: Endpoint,
  calls: readonly CallOptions[],
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const call of calls) {
    const { status } = await kanaat.call(endpoint, call);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(length: number, make: (i: number) => T) =>
  Array.from({ length }, (_, i) => make(i));

/** Each person signs up from their own address, far from all others. */
async function signUpApart(kanaat: TestApp, people: number): Promise<Person[]> {
  const apart = (i: number) => ({
    call: (endpoint: Endpoint, options: CallOptions = {}) =>
      kanaat.call(endpoint, { ...options, ...from(`10.${i}.0.1`) }),
  });
  const all: Person[] = [];
  for (let i = 0; i < people; i++) all.push(await signUp(apart(i) as TestApp));
  return all;
}

const wrong = (email: string, address: string) => ({
  body: { email, password: "yanlis-sifre" },
  ...from(address),
});
const nickname = (address: string) => ({ params: { nickname: "bos_bir_ad" }, ...from(address) });

describe("many networks of one owner", () => {
  it("open few accounts: 150 /64 of one /48 (R230)", async (t) => {
    const kanaat = await limited(t);
    const newcomers = times(150, (i) => ({
      body: {},
      ...from(`2001:db8:7:${i.toString(16)}00::1`),
    }));
    assert.deepEqual(await tally(kanaat, register, newcomers), { 422: 60, 429: 90 });
    const neighbour = { body: {}, ...from("2001:db8:8::1") };
    assert.equal((await kanaat.call(register, neighbour)).status, 422);
  });

  it("open few accounts: 50 /64 of one /56 (R230)", async (t) => {
    const kanaat = await limited(t);
    const newcomers = times(50, (i) => ({ body: {}, ...from(`2001:db8:7:1${10 + i}::1`) }));
    assert.deepEqual(await tally(kanaat, register, newcomers), { 422: 40, 429: 10 });
    const neighbour = { body: {}, ...from("2001:db8:7:200::1") };
    assert.equal((await kanaat.call(register, neighbour)).status, 422);
  });

  it("open more accounts where they are IPv4 addresses of one /24, and are limited too (R230)", async (t) => {
    const kanaat = await limited(t);
    const newcomers = times(200, (i) => ({ body: {}, ...from(`192.0.2.${i}`) }));
    assert.deepEqual(await tally(kanaat, register, newcomers), { 422: 160, 429: 40 });
  });

  it("are the same network in the notation of IPv6 (R230)", async (t) => {
    const kanaat = await limited(t);
    const { max } = RATE_LIMITS.nickname;
    const calls = times(max, (i) => nickname(i % 2 ? "192.0.2.7" : "::ffff:c000:207"));
    assert.deepEqual(await tally(kanaat, confirmNickname, calls), { 200: max });
    const last = await kanaat.call(confirmNickname, nickname("::ffff:192.0.2.7"));
    assert.equal(last.status, 429);
  });
});

describe("an address that is used up", () => {
  it("stays so, however many others call (R231)", async (t) => {
    const kanaat = await limited(t);
    const { max } = RATE_LIMITS.nickname;
    await tally(
      kanaat,
      confirmNickname,
      times(max, () => nickname("192.0.2.7")),
    );
    for (let i = 0; i < 5100; i += 100) {
      const others = times(100, (j) => nickname(`10.${(i + j) >> 8}.${(i + j) & 255}.1`));
      await Promise.all(others.map((other) => kanaat.call(confirmNickname, other)));
    }
    const { status, headers } = await kanaat.call(confirmNickname, nickname("192.0.2.7"));
    assert.equal(status, 429);
    assert.equal(headers.get("retry-after"), "60");
  });
});

describe("people who are signed in", () => {
  it("vote behind one address, 130 within a minute, each up to the limit of an account (R230)", async (t) => {
    const kanaat = await limited(t);
    const people = await signUpApart(kanaat, 130);
    const [owner] = people;
    assert.ok(owner);
    const survey = await publishSurvey(kanaat, owner);
    const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
    const vote = ({ token }: Person) => ({ token, body, ...from("192.0.2.7") });
    assert.deepEqual(await tally(kanaat, castVote, people.map(vote)), { 201: 130 });

    const rest = times(RATE_LIMITS.vote.max - 1, () => vote(owner));
    assert.deepEqual(await tally(kanaat, castVote, rest), { 409: RATE_LIMITS.vote.max - 1 });
    assert.equal((await kanaat.call(castVote, vote(owner))).status, 429);
    const elsewhere = { ...vote(owner), ...from("198.51.100.1") };
    assert.equal((await kanaat.call(castVote, elsewhere)).status, 429);
    assert.deepEqual(await tally(kanaat, castVote, people.slice(1, 3).map(vote)), { 409: 2 });
  });

  it("are served where visitors have used up the address, but not with a wrong token (R230)", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    const { max } = RATE_LIMITS.vote;
    const body = { survey_id: 1, survey_option_id: 1 };
    const calls = times(max, (i) => ({
      body,
      ...(i % 2 && { token: "A".repeat(43) }),
      ...from("192.0.2.7"),
    }));
    assert.deepEqual(await tally(kanaat, castVote, calls), { 401: max });
    for (const token of [undefined, "A".repeat(43)]) {
      const visitor = { body, token, ...from("192.0.2.7") };
      assert.equal((await kanaat.call(castVote, visitor)).status, 429);
    }
    const member = { body, token: person.token, ...from("192.0.2.7") };
    assert.equal((await kanaat.call(castVote, member)).status, 404);
  });

  it("are limited together behind one address, with a high limit (R230)", async (t) => {
    const kanaat = await limited(t);
    const people = await signUpApart(kanaat, 12);
    const body = { password: "yanlis" };
    const perAccount = RATE_LIMITS.login.max;
    const tries = people.flatMap(({ token }) =>
      times(perAccount, () => ({ token, body, ...from("192.0.2.7") })),
    );
    const counts = await tally(kanaat, deleteAccount, tries);
    const passwordsTried = people.length * RATE_LIMITS.failedLogin.max;
    assert.equal(counts[403], Math.min(passwordsTried, 10 * RATE_LIMITS.failedLogin.max));
    assert.equal(counts[429], tries.length - (counts[403] ?? 0));
  });
});

describe("logins and registrations", () => {
  it("are counted on all servers together, and over a restart (R232)", async (t) => {
    const first = await limited(t);
    const isShared = first.db.engine === "postgres";
    const next = { instance: first.instance, clock: first.clock };
    const half = RATE_LIMITS.login.max / 2;
    const logins = times(half, (i) => wrong(`kisi${i}@ornek.com`, "192.0.2.7"));
    const newcomers = times(RATE_LIMITS.register.max / 2, () => ({
      body: {},
      ...from("192.0.2.7"),
    }));
    await tally(first, login, logins);
    await tally(first, register, newcomers);
    if (!isShared) await first.close();
    const second = await limited(t, next);
    assert.deepEqual(await tally(second, login, logins), { 401: half });
    assert.deepEqual(await tally(second, register, newcomers), { 422: newcomers.length });
    for (const server of isShared ? [first, second] : [second]) {
      assert.equal((await server.call(login, wrong("yeni@ornek.com", "192.0.2.7"))).status, 429);
      const newcomer = { body: {}, ...from("192.0.2.7") };
      assert.equal((await server.call(register, newcomer)).status, 429);
      assert.equal((await server.call(login, wrong("yeni@ornek.com", "192.0.2.8"))).status, 401);
    }
    first.clock.advance(RATE_LIMITS.login.perSeconds * 1000);
    assert.equal((await second.call(login, wrong("yeni@ornek.com", "192.0.2.7"))).status, 401);
  });

  it("through two servers at the same time are as few as through one (R232)", async (t) => {
    const first = await limited(t);
    const isShared = first.db.engine === "postgres";
    const second = isShared
      ? await limited(t, { instance: first.instance, clock: first.clock })
      : first;
    const answers = await Promise.all(
      times(60, (i) => (i % 2 ? first : second).call(register, { body: {}, ...from("192.0.2.7") })),
    );
    const accepted = answers.filter(({ status }) => status === 422);
    assert.equal(accepted.length, RATE_LIMITS.register.max);
  });

  it("that are refused for a wider network have not used up an address in it (R230)", async (t) => {
    const kanaat = await limited(t);
    const { max } = RATE_LIMITS.register;
    const of = (i: number) => ({ body: {}, ...from(`2001:db8:7:${i}::1`) });
    // A quarter of an hour before all others, so that it ends before theirs.
    await tally(
      kanaat,
      register,
      times(max, () => of(0x100)),
    );
    kanaat.clock.advance(15 * MINUTE_MS);
    await tally(
      kanaat,
      register,
      times(2 * max, (i) => of(0x200 + 0x100 * (i % 4))),
    );
    const last = times(max, () => of(0x900));
    assert.deepEqual(await tally(kanaat, register, last), { 429: max });
    kanaat.clock.advance((RATE_LIMITS.register.perSeconds - 900) * 1000);
    assert.deepEqual(await tally(kanaat, register, last), { 422: max });
  });

  it("leave neither addresses nor e-mails in the database, and rows only as long as they count (R232)", async (t) => {
    const kanaat = await limited(t);
    await kanaat.call(login, wrong("gizli@ornek.com", "192.0.2.7"));
    const rows = () => kanaat.db.query.selectFrom("shared_counts").selectAll().execute();
    const before = await rows();
    assert.equal(before.length, 5);
    for (const row of before)
      assert.deepEqual(
        Object.values(row).map((v) => typeof v),
        times(3, () => "number"),
      );
    kanaat.clock.advance(RATE_LIMITS.failedLogin.perSeconds * 1000);
    await kanaat.runMaintenance();
    assert.deepEqual(await rows(), []);
  });
});

describe("wrong guesses by others", () => {
  const guesses = (email: string, networks: number) =>
    times(networks, (i) => times(10, () => wrong(email, `10.${i}.0.1`))).flat();
  const right = ({ email, password }: Person, address: string) => ({
    body: { email, password },
    ...from(address),
  });

  it("keep nobody from signing in where they always do, nor from changing the password (R233)", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    const home = "192.0.2.7";
    const { body } = await kanaat.call(login, right(person, home));
    const counts = await tally(kanaat, login, guesses(person.email, 5));
    assert.deepEqual(counts, { 401: RATE_LIMITS.failedLoginInAll.max + 1, 429: 29 });
    assert.equal((await kanaat.call(login, right(person, home))).status, 200);
    const passwords = { current_password: person.password, password: "yeni-gizli-sifre" };
    const change = await kanaat.call(changePassword, {
      token: body.token,
      body: { ...passwords, confirm_password: passwords.password },
      ...from("198.51.100.99"),
    });
    assert.equal(change.status, 200);
  });

  it("leave others one try a minute, and do not reveal who has an account (R233)", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    for (const email of [person.email, registrationForm().email]) {
      await tally(kanaat, login, guesses(email, 5));
      const { status, headers } = await kanaat.call(login, wrong(email, "198.51.100.1"));
      assert.deepEqual([status, headers.get("retry-after")], [429, "60"]);
      kanaat.clock.advance(RATE_LIMITS.failedLoginElsewhere.perSeconds * 1000);
      const tries = [wrong(email, "198.51.100.2"), wrong(email, "198.51.100.3")];
      assert.deepEqual(await tally(kanaat, login, tries), { 401: 1, 429: 1 });
      kanaat.clock.advance(RATE_LIMITS.failedLoginElsewhere.perSeconds * 1000);
    }
    assert.equal((await kanaat.call(login, right(person, "198.51.100.4"))).status, 200);
  });

  it("keep nobody from signing in with a browser that they signed in with before (R233)", async (t) => {
    const kanaat = await limited(t);
    const [person, other] = [await signUp(kanaat), await signUp(kanaat)];
    const enter = async ({ email, password }: Person, address: string, browsers: string[]) =>
      kanaat.call(login, { body: { email, password, browsers }, ...from(address) });
    const first = await enter(person, "192.0.2.7", []);
    const browser = first.body.browser ?? "";
    const others = (await enter(other, "192.0.2.7", [])).body.browser ?? "";
    await tally(kanaat, login, guesses(person.email, 5));
    await tally(
      kanaat,
      login,
      times(10, () => wrong(person.email, "198.51.100.1")),
    );
    const again = await enter(person, "198.51.100.1", [others, browser]);
    assert.equal(again.status, 200);
    assert.notEqual(again.body.browser, browser);
    for (const browsers of [[], [others], [browser.replace(/.$/, "")], ["."], [""]]) {
      assert.equal((await enter(person, "198.51.100.2", browsers)).status, 429);
    }
    const wrongHere = times(12, () => ({
      body: { email: person.email, password: "yanlis-sifre", browsers: [browser] },
      ...from("198.51.100.1"),
    }));
    assert.deepEqual(await tally(kanaat, login, wrongHere), { 401: 10, 429: 2 });
  });

  it("return only the specified fields to clients that ask for no browser proof (R233)", async (t) => {
    const kanaat = await limited(t);
    const { body } = await kanaat.call(login, right(await signUp(kanaat), "192.0.2.7"));
    assert.deepEqual(Object.keys(body), ["token", "expires_at"]);
  });

  it("are limited at a known address too (R233)", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    await kanaat.call(login, right(person, "192.0.2.7"));
    await tally(kanaat, login, guesses(person.email, 5));
    const here = times(12, () => wrong(person.email, "192.0.2.7"));
    assert.deepEqual(await tally(kanaat, login, here), { 401: 10, 429: 2 });
  });

  it("are limited where the owner last signed in long ago (R233)", async (t) => {
    const kanaat = await limited(t);
    const person = await signUp(kanaat);
    await kanaat.call(login, right(person, "192.0.2.7"));
    kanaat.clock.advance(91 * DAY_MS);
    await kanaat.runMaintenance();
    await tally(kanaat, login, guesses(person.email, 5));
    assert.equal((await kanaat.call(login, right(person, "192.0.2.7"))).status, 429);
  });
});

describe("reading many ids in turn", () => {
  const reading = (id: number, address = "192.0.2.7") => ({ params: { id }, ...from(address) });

  it("ends soon where there is nothing, for people's names too (R234)", async (t) => {
    const kanaat = await limited(t);
    const survey = await publishSurvey(kanaat, await signUp(kanaat));
    const found = RATE_LIMITS.read.max / 10;
    const calls = times(found + 5, (i) => reading(900_000 + i));
    assert.deepEqual(await tally(kanaat, getSurvey, calls), { 404: found, 429: 5 });
    assert.equal((await kanaat.call(getResults, reading(900_000))).status, 404);
    const people = times(3, (i) => ({ params: { nickname: `kimse_${i}` }, ...from("192.0.2.7") }));
    assert.deepEqual(await tally(kanaat, getPerson, people), { 429: 3 });
    assert.equal((await kanaat.call(getSurvey, reading(survey.id, "198.51.100.1"))).status, 200);
    assert.equal((await kanaat.call(listSurveys, from("192.0.2.7"))).status, 200);
  });

  it("is counted once for each, however often and by which call it is read (R234)", async (t) => {
    const kanaat = await limited(t);
    const { token, nickname } = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, { token } as Person);
    for (const endpoint of [getSurvey, getResults]) {
      const again = times(RATE_LIMITS.read.max, () => ({ ...reading(survey.id), token }));
      assert.deepEqual(await tally(kanaat, endpoint, again), { 200: again.length });
    }
    const missing = times(RATE_LIMITS.read.max, () => reading(900_000));
    assert.deepEqual(await tally(kanaat, getSurvey, missing), { 404: missing.length });
    const person = { params: { nickname }, ...from("192.0.2.7") };
    assert.equal((await kanaat.call(getPerson, person)).status, 200);
  });

  it("is counted by account for signed-in callers, from any address (R234)", async (t) => {
    const kanaat = await limited(t);
    const { token } = await signUp(kanaat);
    const found = RATE_LIMITS.read.max / 10;
    const calls = times(found + 5, (i) => ({ ...reading(900_000 + i, `10.0.${i}.1`), token }));
    assert.deepEqual(await tally(kanaat, getSurvey, calls), { 404: found, 429: 5 });
    assert.equal((await kanaat.call(getSurvey, reading(900_000, "10.0.1.1"))).status, 404);
  });
});

/** What a query names; the values for the survey with this id. */
const NAMED_BY: Record<string, (id: number, siteUrl: string) => string> = {
  surveys: (id) => `${id}`,
  url: (id, siteUrl) => `${siteUrl}/surveys/${id}`,
};
/** Queries that name nothing, or only what is left out or the caller's own. */
const NAMES_NOTHING = [
  ...["davet", "cursor", "limit", "q", "type", "category_id", "order", "format"],
  ...["maxwidth", "maxheight", "skip", "survey_ids", "choices", "from", "tab", "state", "kind"],
];

describe("every call that names surveys or people", async () => {
  const kanaat = await limited({ after });
  const { token } = await staffMember(kanaat);
  const reads = Object.entries(api).filter(([, { method }]) => method === "GET");
  const namesOf = ({ query }: Endpoint) => Object.keys(query?.shape ?? {});

  it("is known by the names of its query (R417)", () => {
    const names = reads.flatMap(([, endpoint]) => namesOf(endpoint));
    const known = [...Object.keys(NAMED_BY), ...NAMES_NOTHING];
    assert.deepEqual([...new Set(names)].sort(), known.sort());
  });

  for (const [name, endpoint] of reads) {
    const inQuery = namesOf(endpoint).filter((one) => NAMED_BY[one]);
    if (!endpoint.params && inQuery.length === 0) continue;

    it(`${name}: reads few that do not exist (R417)`, async () => {
      kanaat.clock.advance(MINUTE_MS);
      const siteUrl = `http://localhost:${kanaat.config.port}`;
      const call = (i: number) => ({
        ...{ ...from("192.0.2.7"), ...(endpoint.auth === "required" && { token }) },
        params: {
          ...{ id: i, userId: i, nickname: `kimse_${i}`, picture: i },
          ...{ receipt: "0000-0000-0000-0000", format: "csv" },
        },
        query: Object.fromEntries(inQuery.map((one) => [one, NAMED_BY[one]?.(i, siteUrl) ?? ""])),
      });
      const calls = times(70, (i) => call(900_000 + i));
      const { 429: refused = 0, ...others } = await tally(kanaat, endpoint, calls);
      const read = Object.values(others).reduce((sum, count) => sum + count, 0);
      assert.deepEqual([refused, read], [10, RATE_LIMITS.read.max / 10]);
    });
  }

  it("counts each survey of a stream once, also where it is hidden (R417)", async (t) => {
    const kanaat = await limited(t);
    const owner = await signUp(kanaat);
    // A visitor's stream of it says so and ends.
    const { id } = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    const watch = (surveys: readonly number[]) => ({
      query: { surveys: surveys.join() },
      ...from("192.0.2.7"),
    });
    const again = times(RATE_LIMITS.read.max, () => watch([id]));
    assert.deepEqual(await tally(kanaat, streamResults, again), { 200: again.length });
    const missing = times(10, (i) => watch(times(8, (j) => 900_000 + 8 * i + j)));
    const { 200: read = 0, 429: refused = 0 } = await tally(kanaat, streamEvents, missing);
    assert.deepEqual([read, refused], [8, 2]);
    const survey = { params: { id: 900_999 }, ...from("192.0.2.7") };
    assert.equal((await kanaat.call(getSurvey, survey)).status, 429);
  });
});

describe("saving results as files", () => {
  it("is counted for each caller, also where the caller has the file (R416)", async (t) => {
    const kanaat = await limited(t);
    const survey = await publishSurvey(kanaat, await signUp(kanaat));
    const save = (address: string, headers: Record<string, string> = {}) => ({
      params: { id: survey.id, format: "csv" },
      headers: { ...from(address).headers, ...headers },
    });
    const { headers } = await kanaat.call(exportReport, save("192.0.2.7"));
    const known = { "if-none-match": headers.get("etag") ?? "" };
    const { max } = RATE_LIMITS.reportFile;
    const calls = times(max + 5, (i) => save("192.0.2.7", i % 2 ? known : {}));
    const counts = await tally(kanaat, exportReport, calls);
    assert.deepEqual(counts, { 200: max / 2, 304: max / 2 - 1, 429: 6 });
    assert.equal((await kanaat.call(exportReport, save("198.51.100.1"))).status, 200);
  });
});

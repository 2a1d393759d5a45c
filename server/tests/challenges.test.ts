import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { login, register } from "#contract/endpoints/account.ts";
import {
  type Challenge,
  type ChallengePurpose,
  createChallenge,
} from "#contract/endpoints/challenge.ts";
import { CHALLENGE_LIFETIME_SECONDS, CHALLENGED_FROM, RATE_LIMITS } from "#contract/limits.ts";
import type { Problem } from "#contract/problem.ts";
import { createSharedCounts } from "#server/db/shared-counts.ts";
import { createChallenges } from "#server/http/limits/challenges.ts";
import { createRateLimits } from "#server/http/limits/rate-limits.ts";
import { type TestApp, type TestOptions, testApp } from "#server/testing/test-app.ts";
import { type Person, registrationForm, signUp } from "#testing/people.ts";
import { proofFor } from "#testing/proofs.ts";

// Each call's `x-forwarded-for` is its address.

const HOME = "192.0.2.7";
const { free } = CHALLENGED_FROM.register.network;
const guarded = (t: TestContext, options: TestOptions = {}) =>
  testApp(t, { ...options, config: { rateLimits: true, trustProxy: true, ...options.config } });
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

const join = (kanaat: TestApp, address: string, fields: { proof?: string } = {}) =>
  kanaat.call(register, { body: registrationForm(fields), ...from(address) });
const enter = (kanaat: TestApp, email: string, address: string, more: object = {}) =>
  kanaat.call(login, { body: { email, password: "yanlis-sifre", ...more }, ...from(address) });

async function challengeOf(
  kanaat: TestApp,
  purpose: ChallengePurpose,
  { address = HOME, email }: { address?: string; email?: string } = {},
): Promise<Challenge | null> {
  const body = { for: purpose, ...(email && { email }) };
  const { status, body: answer } = await kanaat.call(createChallenge, { body, ...from(address) });
  assert.equal(status, 200);
  return answer.item;
}

async function proofOf(...args: Parameters<typeof challengeOf>): Promise<string> {
  const challenge = await challengeOf(...args);
  assert.ok(challenge);
  return proofFor(challenge);
}

/** Registers as many people at an address as may register without a proof. */
async function exhaust(kanaat: TestApp, address = HOME): Promise<void> {
  for (let i = 0; i < free; i++) assert.equal((await join(kanaat, address)).status, 201);
}

async function refuses(answer: Promise<{ status: number; problem: Problem }>): Promise<void> {
  const { status, problem } = await answer;
  assert.deepEqual([status, problem.code], [403, "challenge_required"]);
}

const changed = (proof: string, change: (payload: ReturnType<typeof JSON.parse>) => void) => {
  const payload = JSON.parse(Buffer.from(proof, "base64").toString());
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString("base64");
};

describe("registering", () => {
  it("asks for a proof only after ten of one network, and of no other network (R258)", async (t) => {
    const kanaat = await guarded(t);
    await exhaust(kanaat);
    await refuses(join(kanaat, HOME));
    assert.equal((await join(kanaat, "192.0.2.8")).status, 201);
    assert.equal(
      (await join(kanaat, HOME, { proof: await proofOf(kanaat, "register") })).status,
      201,
    );
    await refuses(join(kanaat, HOME));
    kanaat.clock.advance(CHALLENGED_FROM.register.perSeconds * 1000);
    assert.equal((await join(kanaat, HOME)).status, 201);
  });

  it("accepts a proof once, for its purpose, in its time and as it was signed (R258)", async (t) => {
    const kanaat = await guarded(t);
    const proof = await proofOf(kanaat, "register");
    await refuses(
      join(kanaat, HOME, { proof: changed(proof, (p) => (p.challenge.parameters.data.units = 9)) }),
    );
    await refuses(
      join(kanaat, HOME, {
        proof: changed(proof, (p) => (p.challenge.parameters.data.expires += 60)),
      }),
    );
    await refuses(
      join(kanaat, HOME, {
        proof: changed(proof, (p) => (p.challenge.signature = "0".repeat(64))),
      }),
    );
    await refuses(
      join(kanaat, HOME, {
        proof: changed(proof, (p) => (p.solution.derivedKey = "0".repeat(64))),
      }),
    );
    await refuses(join(kanaat, HOME, { proof: changed(proof, (p) => (p.solution.counter = -1)) }));
    for (const other of ["", "e30=", "x", Buffer.from("null").toString("base64")]) {
      await refuses(join(kanaat, HOME, { proof: other }));
    }
    await refuses(join(kanaat, HOME, { proof: await proofOf(kanaat, "login") }));
    await refuses(join(kanaat, HOME, { proof: await proofOf(kanaat, "reset") }));
    assert.equal((await join(kanaat, HOME, { proof })).status, 201);
    await refuses(join(kanaat, HOME, { proof }));
    const late = await proofOf(kanaat, "register");
    kanaat.clock.advance(CHALLENGE_LIFETIME_SECONDS * 1000);
    await refuses(join(kanaat, HOME, { proof: late }));
  });

  it("accepts one proof once, of many calls at the same moment (R258)", async (t) => {
    const kanaat = await guarded(t);
    const proof = await proofOf(kanaat, "register");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => join(kanaat, HOME, { proof })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      201,
      ...Array<number>(7).fill(403),
    ]);
  });

  it("works behind one address past the limit of those without a proof (R258)", async (t) => {
    const kanaat = await guarded(t);
    for (let i = 1; i < RATE_LIMITS.register.max; i++) {
      await kanaat.call(register, { body: {}, ...from(HOME) });
    }
    for (let i = 0; i < 3; i++) {
      const proof = await proofOf(kanaat, "register");
      assert.equal((await join(kanaat, HOME, { proof })).status, 201);
    }
    await kanaat.call(register, { body: {}, ...from(HOME) });
    assert.equal((await join(kanaat, HOME)).status, 429);
  });

  it("spends no proof on a form that is wrong (R258)", async (t) => {
    const kanaat = await guarded(t);
    const proof = await proofOf(kanaat, "register");
    const body = registrationForm({ proof, password: "123456" });
    assert.equal((await kanaat.call(register, { body, ...from(HOME) })).status, 422);
    assert.equal((await join(kanaat, HOME, { proof })).status, 201);
  });

  it("needs a proof on all servers alike, and each proof is accepted once on all (R258)", async (t) => {
    const first = await guarded(t);
    const isShared = first.db.engine === "postgres";
    await exhaust(first);
    const [used, left] = [await proofOf(first, "register"), await proofOf(first, "register")];
    assert.equal((await join(first, HOME, { proof: used })).status, 201);
    if (!isShared) await first.close();
    const second = await guarded(t, { instance: first.instance, clock: first.clock });
    await refuses(join(second, HOME));
    await refuses(join(second, HOME, { proof: used }));
    assert.equal((await join(second, HOME, { proof: left })).status, 201);
    if (isShared) await refuses(join(first, HOME, { proof: left }));
  });

  it("asks for nothing where challenges or limits are off (R258)", async (t) => {
    for (const config of [{ challenge: false }, { rateLimits: false }]) {
      const kanaat = await guarded(t, { config });
      await exhaust(kanaat);
      assert.equal(await challengeOf(kanaat, "register"), null);
      assert.equal((await join(kanaat, HOME, { proof: "x" })).status, 201);
    }
  });
});

describe("what a proof costs", () => {
  it("grows with the calls of its /64 and its /48, and for nobody else (R258)", async (t) => {
    const { db, mailboxes, clock } = await guarded(t);
    const sharedCounts = createSharedCounts(db, mailboxes, clock);
    const rateLimits = createRateLimits(clock, sharedCounts);
    const challenges = createChallenges({ rateLimits, sharedCounts, clock, secret: "gizli" });
    const units = async (address: string) =>
      (await challenges.issue("register", { address }))?.parameters.data.units;
    const charge = async (address: string, times: number) => {
      for (let i = 0; i < times; i++) await challenges.charge("register", { address });
    };
    const { step } = CHALLENGED_FROM.register.network;
    const asks = (address: string) =>
      assert.rejects(challenges.require("register", { address }, undefined), {
        code: "challenge_required",
      });
    const asksNot = (address: string) => challenges.require("register", { address }, undefined);
    await charge("2001:db8:7:100::1", free);
    await asks("2001:db8:7:100::2");
    await asksNot("2001:db8:7:200::1");
    await charge("2001:db8:7:100::1", step);
    assert.equal(await units("2001:db8:7:100::2"), 2);
    for (let i = 2; i < 6; i++) await charge(`2001:db8:7:${i}00::1`, step);
    assert.equal(await units("2001:db8:7:900::1"), 2, "after three times as many of the /48");
    await asks("2001:db8:7:900::1");
    assert.equal(await units("2001:db8:8::1"), 1);
    await asksNot("2001:db8:8::1");
    await charge("198.51.100.1", free + 2 * step);
    assert.equal(await units("198.51.100.1"), 3);
    assert.equal(await units("198.51.100.2"), 1);
  });

  it("may have grown by one step since it was computed, not by two (R258)", async (t) => {
    const { db, mailboxes, clock } = await guarded(t);
    const sharedCounts = createSharedCounts(db, mailboxes, clock);
    const rateLimits = createRateLimits(clock, sharedCounts);
    const challenges = createChallenges({ rateLimits, sharedCounts, clock, secret: "gizli" });
    const who = { address: HOME };
    const proofs: string[] = [];
    for (let i = 0; i < 2; i++) {
      const challenge = await challenges.issue("register", who);
      assert.ok(challenge);
      proofs.push(await proofFor(challenge));
    }
    const grow = async (times: number) => {
      for (let i = 0; i < times; i++) await challenges.charge("register", who);
    };
    const { step } = CHALLENGED_FROM.register.network;
    await grow(free + step);
    await challenges.require("register", who, proofs[0]);
    await grow(step);
    const tooCheap = challenges.require("register", who, proofs[1]);
    await assert.rejects(tooCheap, { code: "challenge_required" });
  });
});

describe("signing in", () => {
  const right = ({ email, password }: Person, address: string, more: object = {}) => ({
    body: { email, password, ...more },
    ...from(address),
  });

  it("asks for a proof after failures of the e-mail from elsewhere, alike without an account (R258)", async (t) => {
    const kanaat = await guarded(t);
    const person = await signUp(kanaat);
    const entered = await kanaat.call(login, right(person, HOME, { browsers: [] }));
    for (const email of [person.email, registrationForm().email]) {
      for (let i = 0; i < 11; i++) {
        const { status } = await enter(kanaat, email, `10.0.${i >> 3}.1`);
        assert.equal(status, 401);
      }
      await refuses(enter(kanaat, email, "198.51.100.1"));
      const proof = await proofOf(kanaat, "login", { email });
      assert.equal((await enter(kanaat, email, "198.51.100.1", { proof })).status, 401);
      await refuses(enter(kanaat, email, "198.51.100.1", { proof }));
    }
    // Nor are people who sign in from a known address or browser.
    assert.equal((await kanaat.call(login, right(person, HOME))).status, 200);
    const browsers = [entered.body.browser];
    const known = right(person, "203.0.113.5", { browsers });
    assert.equal((await kanaat.call(login, known)).status, 200);
    await refuses(kanaat.call(login, right(person, "203.0.113.6")));
    const proof = await proofOf(kanaat, "login", { email: person.email });
    assert.equal((await kanaat.call(login, right(person, "203.0.113.6", { proof }))).status, 200);
  });

  it("asks for a proof after failures of a network, whatever the e-mails (R258)", async (t) => {
    const kanaat = await guarded(t);
    const { free } = CHALLENGED_FROM.login.network;
    for (let i = 0; i < free; i++) {
      assert.equal((await enter(kanaat, `kisi${i}@ornek.com`, HOME)).status, 401);
    }
    kanaat.clock.advance(RATE_LIMITS.login.perSeconds * 1000);
    await refuses(enter(kanaat, "yeni@ornek.com", HOME));
    assert.equal((await enter(kanaat, "yeni@ornek.com", "192.0.2.9")).status, 401);
    kanaat.clock.advance(CHALLENGED_FROM.login.perSeconds * 1000);
    assert.equal((await enter(kanaat, "yeni@ornek.com", HOME)).status, 401);
  });
});

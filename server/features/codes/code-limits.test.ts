import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { createChallenge } from "#contract/endpoints/challenge.ts";
import { requestCode, useCode } from "#contract/endpoints/codes.ts";
import { RATE_LIMITS, UNASKED_LETTERS } from "#contract/limits.ts";
import { createCode } from "#server/features/codes/codes.writes.ts";
import { mailApp } from "#server/testing/mail-app.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { succeed } from "#testing/api.ts";
import { registrationForm } from "#testing/people.ts";
import { proofFor } from "#testing/proofs.ts";

// Each call comes from an address of its own where only limits of mailboxes are to count.

const clock = new TestClock();
const config = { rateLimits: true, trustProxy: true } as const;
const kanaat = await mailApp({ after }, { config, clock });
const { mailServer } = kanaat;
const newAddress = () => registrationForm().email;
let network = 0;
const from = (address?: string) => {
  network += 1;
  const own = `10.${network >> 8}.${network & 255}.1`;
  return { headers: { "x-forwarded-for": address ?? own } };
};
/** A code that somebody was sent, without the letters that would count too. */
const sent = (email: string) =>
  createCode(kanaat, { email, explicitConsent: true, vote: undefined }, clock.now());
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
type Sent = Awaited<ReturnType<typeof sent>>;
const tryWrong = ({ attempt, code }: Sent, address?: string) =>
  kanaat.call(useCode, { body: { attempt, code: wrongOf(code) }, ...from(address) });
const use = ({ attempt, code }: Sent) =>
  kanaat.call(useCode, { body: { attempt, code }, ...from() });

describe("wrong codes for a mailbox", () => {
  it("are five in ten minutes over all attempts and networks, while the link works (R491)", async () => {
    const email = newAddress();
    const codes = await Promise.all(Array.from({ length: 6 }, () => sent(email)));
    for (const code of codes.slice(0, RATE_LIMITS.wrongMailCode.max)) {
      assert.equal((await tryWrong(code)).problem.code, "wrong_code");
    }
    const [, , , , , last] = codes;
    assert.ok(last);
    const { status, problem } = await use(last);
    assert.equal(status, 429);
    assert.match(problem.message, /düğmeyle devam edin/);
    const body = { link: last.link };
    assert.equal((await kanaat.call(useCode, { body, ...from() })).status, 200);
    assert.equal((await use(await sent(newAddress()))).status, 200);
    clock.advance(RATE_LIMITS.wrongMailCode.perSeconds * 1000);
    assert.equal((await use(await sent(email))).status, 200);
  });

  it("are five on two servers together, also all at once (R491)", async () => {
    const { instance } = kanaat;
    // A folder with SQLite has one server.
    const isShared = kanaat.db.engine === "postgres";
    const other = isShared ? await mailApp({ after }, { instance, config, clock }) : kanaat;
    const email = newAddress();
    const codes = await Promise.all(Array.from({ length: 20 }, () => sent(email)));
    const answers = await Promise.all(
      codes.map(({ attempt, code }, at) =>
        (at % 2 === 0 ? kanaat : other).call(useCode, {
          ...{ body: { attempt, code: wrongOf(code) }, ...from() },
        }),
      ),
    );
    const tried = answers.filter(({ problem }) => problem.code === "wrong_code");
    assert.equal(tried.length, RATE_LIMITS.wrongMailCode.max);
    const { attempt, code } = await sent(email);
    for (const server of [kanaat, other]) {
      const { status } = await server.call(useCode, { body: { attempt, code }, ...from() });
      assert.equal(status, 429);
    }
  });

  it("are twenty a day (R491)", async () => {
    const email = newAddress();
    let tries = 0;
    for (let window = 0; window < 10; window++) {
      const code = await sent(email);
      while ((await tryWrong(code)).problem.code === "wrong_code") tries += 1;
      clock.advance(10 * MINUTE_MS);
    }
    assert.equal(tries, RATE_LIMITS.wrongMailCodeADay.max);
    clock.advance(DAY_MS);
    assert.equal((await use(await sent(email))).status, 200);
  });

  it("cost nothing once they are right (R491)", async () => {
    const email = newAddress();
    for (let i = 0; i < 2 * RATE_LIMITS.wrongMailCode.max; i++) {
      assert.equal((await use(await sent(email))).status, 200);
    }
  });
});

describe("wrong codes from a network", () => {
  it("are limited over all mailboxes (R491)", async () => {
    const address = "192.0.2.7";
    let refused: number | undefined;
    for (let i = 0; i <= RATE_LIMITS.wrongMailCodeFrom.max; i++) {
      const { status } = await tryWrong(await sent(newAddress()), address);
      if (status === 429) refused ??= i;
    }
    assert.ok(refused !== undefined && refused <= RATE_LIMITS.wrongMailCodeFrom.max);
    assert.equal((await tryWrong(await sent(newAddress()))).status, 403);
  });
});

describe("letters with codes", () => {
  it("count as all others that nobody asked for, and then need a proof of work (R490, R405)", async () => {
    const email = newAddress();
    const ask = (proof?: string) =>
      kanaat.call(requestCode, {
        ...{ body: { email, explicit_consent: true, ...(proof && { proof }) } },
        ...from(),
      });
    for (let i = 0; i < UNASKED_LETTERS[0].max; i++) await succeed(ask());
    assert.equal((await ask()).problem.code, "challenge_required");
    const body = { for: "register", email } as const;
    const { item } = await succeed(kanaat.call(createChallenge, { body, ...from() }));
    assert.ok(item);
    await succeed(ask(await proofFor(item)));
    const letters = () => mailServer.mails.filter(({ recipient }) => recipient === email).length;
    // Those already on their way are no longer in the queue that maintenance empties.
    while (letters() <= UNASKED_LETTERS[0].max) await sleep(10);
    await kanaat.runMaintenance();
    assert.equal(letters(), UNASKED_LETTERS[0].max + 1);
  });
});

describe("without mail", () => {
  it("no code is sent: mail_off (R490)", async (t) => {
    const without = await testApp(t);
    const { problem } = await without.call(requestCode, { body: { email: newAddress() } });
    assert.equal(problem.code, "mail_off");
  });
});

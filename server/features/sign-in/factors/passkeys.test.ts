import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount } from "#contract/endpoints/account.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginProof,
  beginSecondStep,
  beginTotp,
  completeLogin,
  getFactors,
  logInWithPasskey,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from "#contract/endpoints/second-factors.ts";
import { PASSKEYS_MAX } from "#contract/limits.ts";
import {
  codeOf,
  firstStep,
  makePasskey,
  ORIGIN,
  secondStep,
  turnOnTotp,
} from "#server/testing/second-factors.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { download, type Person, signIn, signUp } from "#testing/people.ts";
import { insertPasskey } from "./factors.writes.ts";

const kanaat = await testApp({ after }, { config: { publicUrl: ORIGIN } });
const { db, clock } = kanaat;

const factorsOf = async ({ token }: Pick<Person, "token">) =>
  (await succeed(kanaat.call(getFactors, { token }))).item;

async function begin() {
  return (await succeed(kanaat.call(beginPasskeyLogin))).item;
}

async function withPasskey(quirks = {}) {
  const person = await signUp(kanaat);
  return { person, ...(await makePasskey(kanaat, person, quirks)) };
}

/** A signed challenge with which a person proves who they are. */
async function proofBy({ token }: Person, authenticator: Authenticator, quirks = {}) {
  const { ceremony, options } = (await succeed(kanaat.call(beginProof, { token }))).item;
  return { passkey: { ceremony, response: authenticator.sign(options as never, quirks) } };
}

describe("a passkey", () => {
  it("is made after the password, listed without its key, and removed (R260)", async () => {
    const person = await signUp(kanaat);
    const { token, password } = person;
    const wrong = await kanaat.call(beginPasskey, { token, body: { password: "yanlis" } });
    assert.equal(wrong.problem.code, "wrong_password");
    const { id, recoveryCodes } = await makePasskey(kanaat, person);
    assert.equal(recoveryCodes.length, 10);
    const { passkeys, passkey_origin } = await factorsOf(person);
    assert.equal(passkey_origin, ORIGIN);
    const shown = { id, name: "Geçiş anahtarı", created_at: clock.iso(), used_at: null };
    assert.deepEqual(passkeys, [{ ...shown, synced: false }]);
    const { id: _, ...kept } = shown;
    const { body } = await download(kanaat, { token });
    assert.deepEqual(body.second_factors.passkeys, [{ ...kept, synced: false }]);

    const remove = (whose: Person, proof: object) =>
      kanaat.call(removePasskey, { token: whose.token, params: { id }, body: proof });
    const stranger = await signUp(kanaat);
    const { password: theirs } = stranger;
    assert.equal((await remove(stranger, { password: theirs })).problem.code, "not_found");
    assert.equal((await remove(person, { password: "yanlis" })).problem.code, "wrong_password");
    assert.equal((await firstStep(kanaat, person)).code, "second_factor_required");
    assert.equal((await remove(person, { password })).status, 204);
    assert.deepEqual((await factorsOf(person)).recovery_codes_left, 0);
    await signIn(kanaat, person);
  });

  it("replaces the password where there is none, and nothing else does: sign_in_again", async () => {
    const { person, authenticator } = await withPasskey();
    const { token } = person;
    await db.query.deleteFrom("credentials").where("user_id", "=", person.id).execute();
    const [{ id } = { id: 0 }] = (await factorsOf(person)).passkeys;
    const removal = await kanaat.call(removePasskey, { token, params: { id }, body: {} });
    assert.equal(removal.problem.code, "sign_in_again");
    const refused = await kanaat.call(deleteAccount, { token, body: {} });
    assert.equal(refused.problem.code, "sign_in_again");
    const body = await proofBy(person, authenticator);
    assert.equal((await kanaat.call(deleteAccount, { token, body })).status, 204);
  });

  it("is refused for another challenge, site, person or time: passkey_refused (R262)", async () => {
    const person = await signUp(kanaat);
    const other = await signUp(kanaat);
    const start = async ({ token, password }: Person) =>
      (await succeed(kanaat.call(beginPasskey, { token, body: { password } }))).item;
    const make = new Authenticator({ origin: ORIGIN });
    const add = async (ceremony: string, response: unknown, { token } = person) =>
      (await kanaat.call(addPasskey, { token, body: { ceremony, response } })).problem?.code;
    const [one, two] = [await start(person), await start(person)];
    assert.equal(await add(one.ceremony, make.make(two.options as never)), "passkey_refused");
    // That used up the challenge.
    assert.equal(await add(one.ceremony, make.make(one.options as never)), "passkey_refused");
    const evil = make.make(two.options as never, { origin: "https://kanaat.example.evil" });
    assert.equal(await add(two.ceremony, evil), "passkey_refused");
    const three = await start(person);
    assert.equal(
      await add(three.ceremony, make.make(three.options as never), other),
      "passkey_refused",
    );
    const four = await start(person);
    clock.advance(5 * MINUTE_MS);
    assert.equal(await add(four.ceremony, make.make(four.options as never)), "passkey_refused");
    const five = await start(person);
    const answer = make.make(five.options as never);
    assert.equal(await add(five.ceremony, answer), undefined);
    const six = await start(other);
    assert.equal(
      await add(six.ceremony, make.make(six.options as never), other),
      "passkey_refused",
      "a passkey belongs to one account",
    );
  });

  it("is one of twenty at most: passkey_limit", async () => {
    const { person } = await withPasskey();
    const { token, password, id: userId } = person;
    const { ceremony, options } = (
      await succeed(kanaat.call(beginPasskey, { token, body: { password } }))
    ).item;
    await db.query.transaction().execute(async (tx) => {
      for (let i = 1; i < PASSKEYS_MAX; i++) {
        await insertPasskey(tx, {
          ...{ credentialId: `${userId}-${i}`, userId, publicKey: "", counter: 0, transports: [] },
          ...{ name: "x", isSynced: false, now: 1 },
        });
      }
    });
    const response = new Authenticator({ origin: ORIGIN }).make(options as never);
    const late = await kanaat.call(addPasskey, { token, body: { ceremony, response } });
    assert.equal(late.problem.code, "passkey_limit");
    const more = await kanaat.call(beginPasskey, { token, body: { password } });
    assert.equal(more.problem.code, "passkey_limit");
  });

  it("needs an address that is not only a number: passkeys_unavailable (R262)", async (t) => {
    const local = await testApp(t);
    const here = await succeed(local.call(getFactors, { token: (await signUp(local)).token }));
    assert.equal(here.item.passkey_origin, "http://localhost");
    const { ceremony, options } = await begin();
    const authenticator = new Authenticator({ origin: ORIGIN });
    const response = authenticator.sign(options as never);
    for (const publicUrl of ["http://192.168.1.5:3000", "http://[::1]:3000"]) {
      const own = await testApp(t, { config: { publicUrl } });
      const person = await signUp(own);
      const { token, password } = person;
      assert.equal((await succeed(own.call(getFactors, { token }))).item.passkey_origin, null);
      await turnOnTotp(own, person);
      const { ticket } = await firstStep(own, person);
      const made = authenticator.make(options as never);
      const answers = [
        await own.call(beginPasskey, { token, body: { password } }),
        await own.call(beginProof, { token }),
        await own.call(beginPasskeyLogin),
        await own.call(logInWithPasskey, { body: { ceremony, response } }),
        await own.call(addPasskey, { token, body: { ceremony, response: made } }),
        await own.call(beginSecondStep, { body: { ticket } }),
        await own.call(completeLogin, { body: { ticket, passkey: { ceremony, response } } }),
      ];
      for (const { problem } of answers) assert.equal(problem.code, "passkeys_unavailable");
    }
  });
});

describe("a login with a passkey alone", () => {
  it("opens a session of its owner, without a name or a password (R262)", async () => {
    const { person, authenticator } = await withPasskey();
    const { ceremony, options } = await begin();
    assert.deepEqual(options.allowCredentials, []);
    assert.equal(options.userVerification, "required");
    const response = authenticator.sign(options as never);
    const body = { ceremony, response, remember: true, browsers: [] };
    const { status, body: session } = await kanaat.call(logInWithPasskey, { body });
    assert.equal(status, 200);
    assert.equal(session.expires_at, clock.iso(30 * DAY_MS));
    assert.ok(session.browser);
    const account = await succeed(kanaat.call(getAccount, { token: session.token }));
    assert.equal(account.item.id, person.id);
    assert.equal((await factorsOf(person)).passkeys[0]?.used_at, clock.iso());
    const replayed = await kanaat.call(logInWithPasskey, { body });
    assert.equal(replayed.problem.code, "passkey_refused");
  });

  it("is refused without the owner's finger, face or PIN, a handle, or the right site (R262)", async () => {
    const { person, authenticator } = await withPasskey();
    const other = await withPasskey();
    const handle = Buffer.from("baska").toString("base64url");
    for (const quirks of [
      { isVerified: false },
      { origin: "https://evil.example" },
      { userHandle: undefined },
      { userHandle: null },
      { userHandle: "" },
      { userHandle: handle },
      { userHandle: "A".repeat(200) },
    ]) {
      const { ceremony, options } = await begin();
      const response = authenticator.sign(options as never, quirks);
      const { problem } = await kanaat.call(logInWithPasskey, { body: { ceremony, response } });
      assert.equal(problem.code, "passkey_refused", JSON.stringify(quirks));
    }
    const [one, two] = [await begin(), await begin()];
    const crossed = { ceremony: one.ceremony, response: authenticator.sign(two.options as never) };
    assert.equal((await kanaat.call(logInWithPasskey, { body: crossed })).status, 403);
    const mixed = other.authenticator.sign(two.options as never);
    const lying = { ...mixed, id: authenticator.sign(two.options as never).id };
    const body = { ceremony: two.ceremony, response: { ...lying, rawId: lying.id } };
    assert.equal((await kanaat.call(logInWithPasskey, { body })).status, 403);
    // Challenges for another purpose.
    const proof = await succeed(kanaat.call(beginProof, { token: person.token }));
    const { ceremony, options } = proof.item;
    const misused = { ceremony, response: authenticator.sign(options as never) };
    assert.equal((await kanaat.call(logInWithPasskey, { body: misused })).status, 403);
  });

  it("is refused with a counter that goes back, and one response opens one session (R262)", async () => {
    const { authenticator } = await withPasskey();
    const enter = async (quirks = {}) => {
      const { ceremony, options } = await begin();
      return { ceremony, response: authenticator.sign(options as never, quirks) };
    };
    const logIn = async (body: unknown) => (await kanaat.call(logInWithPasskey, { body })).status;
    assert.equal(await logIn(await enter({ counter: 7 })), 200);
    for (const counter of [7, 3, 0]) assert.equal(await logIn(await enter({ counter })), 403);
    const same = await enter({ counter: 8 });
    const twice = await Promise.all([logIn(same), logIn(same)]);
    assert.deepEqual(twice.sort(), [200, 403]);
    const copies = await Promise.all([enter({ counter: 9 }), enter({ counter: 9 })]);
    assert.deepEqual((await Promise.all(copies.map(logIn))).sort(), [200, 403]);
  });

  it("opens a session with a counter that stays at 0, as those of phones do (R262)", async () => {
    const { authenticator } = await withPasskey({ counter: 0 });
    for (let time = 0; time < 2; time++) {
      const { ceremony, options } = await begin();
      const response = authenticator.sign(options as never, { counter: 0 });
      const { status } = await kanaat.call(logInWithPasskey, { body: { ceremony, response } });
      assert.equal(status, 200);
    }
  });

  it("opens a session whatever else a browser's JSON holds, and however it is padded (R262)", async () => {
    const { authenticator } = await withPasskey();
    const padded = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, "=");
    for (const change of [
      { clientExtensionResults: undefined },
      { clientExtensionResults: null },
      { clientExtensionResults: { appid: false, credProps: { rk: true } } },
      { authenticatorAttachment: null, prf: { results: {} } },
    ]) {
      const { ceremony, options } = await begin();
      const signed = authenticator.sign(options as never);
      const entries = Object.entries(signed.response).map(([name, text]) => [
        name,
        padded(text ?? ""),
      ]);
      const response = {
        ...signed,
        ...{ id: padded(signed.id), rawId: padded(signed.rawId) },
        response: { ...Object.fromEntries(entries), attestationObject: null },
        ...change,
      };
      const { status } = await kanaat.call(logInWithPasskey, { body: { ceremony, response } });
      assert.equal(status, 200, JSON.stringify(change));
    }
  });

  it("is refused with a passkey that was removed (R262)", async () => {
    const { person, authenticator, id } = await withPasskey();
    const { ceremony, options } = await begin();
    const { token, password } = person;
    await succeed(kanaat.call(removePasskey, { token, params: { id }, body: { password } }));
    const response = authenticator.sign(options as never);
    const { problem } = await kanaat.call(logInWithPasskey, { body: { ceremony, response } });
    assert.equal(problem.code, "passkey_refused");
  });
});

describe("a passkey as the second step", () => {
  const signFor = async (ticket: string | undefined, authenticator: Authenticator, quirks = {}) => {
    const { item } = await succeed(kanaat.call(beginSecondStep, { body: { ticket } }));
    const response = authenticator.sign(item.options as never, quirks);
    return { ceremony: item.ceremony, response, options: item.options };
  };

  it("completes a login, also of an authenticator that knows nobody (R261)", async () => {
    const { person, authenticator } = await withPasskey();
    const { ticket, methods } = await firstStep(kanaat, person);
    assert.deepEqual(methods, ["passkey", "recovery_code"]);
    const quirks = { isVerified: false, userHandle: undefined };
    const { options, ...passkey } = await signFor(ticket, authenticator, quirks);
    assert.equal((options.allowCredentials as unknown[]).length, 1);
    assert.equal((await secondStep(kanaat, { ticket, passkey })).status, 200);
    const late = await kanaat.call(beginSecondStep, { body: { ticket } });
    assert.equal(late.problem.code, "sign_in_expired");
  });

  it("completes a login where the browser writes no user handle as null or as an empty one (R262)", async () => {
    for (const userHandle of [null, ""]) {
      const { person, authenticator } = await withPasskey();
      const { ticket } = await firstStep(kanaat, person);
      const { options: _, ...passkey } = await signFor(ticket, authenticator, { userHandle });
      assert.equal((await secondStep(kanaat, { ticket, passkey })).status, 200, `${userHandle}`);
    }
  });

  it("is refused with the handle of somebody else (R262)", async () => {
    const { person, authenticator } = await withPasskey();
    const { ticket } = await firstStep(kanaat, person);
    for (const userHandle of ["YmFza2E", "A".repeat(200)]) {
      const { options: _, ...passkey } = await signFor(ticket, authenticator, { userHandle });
      const { problem } = await secondStep(kanaat, { ticket, passkey });
      assert.equal(problem.code, "passkey_refused");
    }
  });

  it("is refused of somebody else, and for another login (R261)", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const { ticket } = await firstStep(kanaat, one.person);
    const foreign = await signFor(ticket, other.authenticator);
    const refused = await secondStep(kanaat, { ticket, passkey: foreign });
    assert.equal(refused.problem.code, "passkey_refused");
    const { ticket: theirs } = await firstStep(kanaat, other.person);
    const signed = await signFor(theirs, other.authenticator);
    assert.equal((await secondStep(kanaat, { ticket, passkey: signed })).status, 403);
    const alone = await begin();
    const misused = {
      ceremony: alone.ceremony,
      response: one.authenticator.sign(alone.options as never),
    };
    assert.equal((await secondStep(kanaat, { ticket, passkey: misused })).status, 403);
  });
});

describe("who changes factors", () => {
  it("may prove who they are by a passkey, each time again (R260)", async () => {
    const { person, authenticator, id } = await withPasskey();
    const { token } = person;
    const unverified = await proofBy(person, authenticator, { isVerified: false });
    const codes = [
      await kanaat.call(beginTotp, { token, body: unverified }),
      await kanaat.call(beginPasskey, { token, body: unverified }),
      await kanaat.call(renewRecoveryCodes, { token, body: unverified }),
      await kanaat.call(removeTotp, { token, body: unverified }),
      await kanaat.call(removePasskey, { token, params: { id }, body: unverified }),
    ];
    for (const { problem } of codes) assert.equal(problem.code, "passkey_refused");
    const proof = await proofBy(person, authenticator, { userHandle: "" });
    assert.equal((await kanaat.call(renewRecoveryCodes, { token, body: proof })).status, 201);
    const again = await kanaat.call(renewRecoveryCodes, { token, body: proof });
    assert.equal(again.problem.code, "passkey_refused");
    const stranger = await withPasskey();
    const theirs = await proofBy(stranger.person, stranger.authenticator);
    assert.equal((await kanaat.call(beginTotp, { token, body: theirs })).status, 403);
  });

  it("has the recovery codes of the first factor for the second too", async () => {
    const { person } = await withPasskey();
    const { secret, recoveryCodes } = await turnOnTotp(kanaat, person);
    assert.deepEqual(recoveryCodes, []);
    clock.advance(30_000);
    const { ticket, methods } = await firstStep(kanaat, person);
    assert.deepEqual(methods, ["totp", "passkey", "recovery_code"]);
    assert.equal((await secondStep(kanaat, { ticket, code: codeOf(kanaat, secret) })).status, 200);
  });
});

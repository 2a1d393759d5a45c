import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, describe, it } from "node:test";
import {
  finishLinking,
  finishProviderLogin,
  startLinking,
  startProviderLogin,
} from "#contract/endpoints/oidc.ts";
import { challengeOf, FalseProvider } from "#server/testing/false-provider.ts";
import { PUBLIC_URL } from "#server/testing/mail-app.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { PROOF, signUp } from "#testing/people.ts";

const honest = await FalseProvider.start();
const evil = await FalseProvider.start();
const kanaat = await testApp(
  { after },
  {
    config: {
      publicUrl: PUBLIC_URL,
      oidcProviders: [
        { id: "google", label: "Google ile devam et", ...honest.settings },
        { id: "okul", label: "Okul hesabıyla devam et", ...evil.settings },
      ],
    },
  },
);
after(() => Promise.all([honest.stop(), evil.stop()]));
afterEach(() => {
  for (const provider of [honest, evil]) {
    Object.assign(provider, { claims: {}, header: {}, foreignKey: false, failWith: undefined });
  }
});

const begin = async (provider = "google") =>
  (await succeed(kanaat.call(startProviderLogin, { params: { provider } }))).item;
const finish = (body: object) => kanaat.call(finishProviderLogin, { body });
/** Signs in with a token that has these claims. */
async function signInWith(claims: Record<string, unknown>, more: Record<string, string> = {}) {
  const { url, browser_key } = await begin();
  honest.claims = claims;
  const parameters = honest.answerTo(url, more);
  return finish({ provider: "google", parameters, browser_key });
}
const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead;
const rows = async () => [
  ...(await kanaat.db.query.selectFrom("identities").selectAll().execute()),
  ...(await kanaat.db.query.selectFrom("newcomers").selectAll().execute()),
];
/** The reasons of all refusals so far, once the security log has been written. */
async function refusals(): Promise<string[]> {
  await new Promise((done) => setTimeout(done, 1100));
  const folder = join(kanaat.config.dataDir, "security-log");
  const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const lines = text.join("").trim().split("\n");
  return lines
    .map((line) => JSON.parse(line))
    .flatMap(({ event, reason }) => (event === "provider_refused" ? [reason] : []));
}

describe("a provider's answer", () => {
  it("has the verified address as a boolean or as text, and in no other form (R326)", async () => {
    for (const [claim, status] of [
      [true, 200],
      ["true", 200],
      [false, 403],
      ["false", 403],
      ["True", 403],
      ["", 403],
      [1, 403],
      [null, 403],
      [["true"], 403],
      [undefined, 403],
    ] as const) {
      const answer = await signInWith({ sub: `claim ${claim}`, email_verified: claim });
      assert.equal(answer.status, status, JSON.stringify(claim));
      if (status === 403) assert.equal(answer.problem.code, "provider_email_unverified");
    }
  });

  it("may omit it where the operator vouches for the provider's addresses (R326)", async (t) => {
    const provider = { id: "google", label: "Okul", ...honest.settings, isEmailTrusted: true };
    const own = await testApp(t, { config: { publicUrl: PUBLIC_URL, oidcProviders: [provider] } });
    for (const [claim, status] of [
      [undefined, 200],
      [true, 200],
      [false, 403],
      ["false", 403],
      [null, 403],
    ] as const) {
      const started = own.call(startProviderLogin, { params: { provider: "google" } });
      const { url, browser_key } = (await succeed(started)).item;
      honest.claims = { sub: `vouched ${claim}`, email_verified: claim };
      const body = { provider: "google", parameters: honest.answerTo(url), browser_key };
      assert.equal((await own.call(finishProviderLogin, { body })).status, status, `${claim}`);
    }
  });

  it("is accepted where everything fits, with a clock 90 seconds off in either direction (R267)", async () => {
    for (const claims of [
      {},
      { iat: seconds(-120), exp: seconds(-80) },
      { iat: seconds(80), nbf: seconds(80), exp: seconds(140) },
      { aud: [honest.clientId] },
    ]) {
      const answer = await signInWith({ sub: "fits", ...claims });
      assert.equal(answer.status, 200, JSON.stringify([claims, answer.problem]));
    }
  });

  for (const [what, claims] of Object.entries({
    "another nonce": { nonce: "another" },
    "no nonce": { nonce: undefined },
    "another issuer": { iss: evil.issuer },
    "another audience": { aud: "another-client" },
    "several audiences, for another party": { aud: ["kanaat", "another"], azp: "another" },
    "no subject": { sub: undefined },
    "an end that is over": { iat: seconds(-300), exp: seconds(-120) },
    "a beginning to come": { nbf: seconds(120) },
  })) {
    it(`is refused with a token of ${what}, and nothing is kept (R267)`, async () => {
      const before = await rows();
      const answer = await signInWith(claims);
      assert.equal(answer.problem.code, "provider_refused");
      assert.match(answer.problem.message, /doğrulanamadı/);
      assert.deepEqual(await rows(), before);
    });
  }

  it("is refused with a wrong signature, with none, and with one made of our secret (R267)", async () => {
    honest.foreignKey = true;
    assert.equal((await signInWith({})).problem.code, "provider_refused");
    honest.foreignKey = false;
    for (const alg of ["none", "HS256"]) {
      honest.header = { alg };
      assert.equal((await signInWith({})).problem.code, "provider_refused");
    }
  });

  it("is refused from another issuer than it says, and without one (R267)", async () => {
    const other = await signInWith({}, { iss: evil.issuer });
    assert.equal(other.problem.code, "provider_refused");
    const { url, browser_key } = await begin();
    const parameters = honest.answerTo(url).replace(/&iss=[^&]*/, "");
    const without = await finish({ provider: "google", parameters, browser_key });
    assert.equal(without.problem.code, "provider_refused");
  });

  it("is refused with another state, with two, and with none (R267)", async () => {
    const { url, browser_key } = await begin();
    const parameters = honest.answerTo(url);
    for (const wrong of [
      parameters.replace(/state=[^&]*/, "state=another"),
      `${parameters}&state=another`,
      parameters.replace(/&state=[^&]*/, ""),
      "",
    ]) {
      const answer = await finish({ provider: "google", parameters: wrong, browser_key });
      assert.equal(answer.problem.code, "provider_expired", wrong);
    }
  });

  it("is accepted once, also at the same moment (R267)", async () => {
    const { url, browser_key } = await begin();
    const answer = { provider: "google", parameters: honest.answerTo(url), browser_key };
    const answers = await Promise.all([finish(answer), finish(answer)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
    assert.equal((await finish(answer)).problem.code, "provider_expired");
  });

  it("proves by PKCE that its code came to the browser that began (R267)", async () => {
    const { url, browser_key } = await begin();
    await finish({ provider: "google", parameters: honest.answerTo(url), browser_key });
    const asked = new URL(url).searchParams;
    assert.equal(asked.get("code_challenge_method"), "S256");
    assert.equal(challengeOf(honest.asked.get("code_verifier") ?? ""), asked.get("code_challenge"));
    assert.equal(honest.asked.get("redirect_uri"), `${PUBLIC_URL}/login/callback/google`);
    assert.ok(!`${url}`.includes(honest.clientSecret));
  });
});

describe("login CSRF", () => {
  it("an answer that began in another browser is refused, and is useless afterwards (R267)", async () => {
    const attackers = await begin();
    const victims = await begin();
    const parameters = honest.answerTo(attackers.url);
    const foreign = { provider: "google", parameters, browser_key: victims.browser_key };
    assert.equal((await finish(foreign)).problem.code, "provider_refused");
    const own = { ...foreign, browser_key: attackers.browser_key };
    assert.equal((await finish(own)).problem.code, "provider_expired");
    assert.equal((await finish({ ...foreign, browser_key: "" })).problem.code, "provider_expired");
  });

  it("an answer for linking signs nobody in, and one for signing in links nothing (R267)", async () => {
    const [owner, stranger] = [await signUp(kanaat), await signUp(kanaat)];
    const link = async () =>
      (
        await succeed(
          kanaat.call(startLinking, { ...owner, params: { provider: "google" }, body: PROOF }),
        )
      ).item;
    const end = (token: string, body: object) => kanaat.call(finishLinking, { token, body });
    const answerTo = ({ url, browser_key }: { url: string; browser_key: string }) => ({
      ...{ provider: "google", parameters: honest.answerTo(url), browser_key },
    });
    assert.equal((await finish(answerTo(await link()))).problem.code, "provider_refused");
    const foreign = await end(stranger.token, answerTo(await link()));
    assert.equal(foreign.problem.code, "provider_refused");
    const login = await end(owner.token, answerTo(await begin()));
    assert.equal(login.problem.code, "provider_refused");
    assert.deepEqual(await kanaat.db.query.selectFrom("identities").selectAll().execute(), []);
  });
});

describe("mix-up of providers", () => {
  it("an answer to the page of another provider is refused (R267)", async () => {
    const { url, browser_key } = await begin("google");
    const parameters = honest.answerTo(url);
    const mixed = { provider: "okul", parameters, browser_key };
    assert.equal((await finish(mixed)).problem.code, "provider_refused");
  });

  it("a provider that another has sent the browser to gets no code (R267)", async () => {
    const { url, browser_key } = await begin("okul");
    evil.asked = new URLSearchParams();
    // The evil provider sent the browser on to the honest one, whose response names its issuer.
    const parameters = honest.answerTo(url);
    const answer = await finish({ provider: "okul", parameters, browser_key });
    assert.equal(answer.problem.code, "provider_refused");
    assert.equal(evil.asked.get("code"), null);
  });

  it("one provider cannot speak of another's people (R267)", async () => {
    const { url, browser_key } = await begin("okul");
    evil.claims = { iss: honest.issuer, sub: "kisi-1" };
    const parameters = evil.answerTo(url);
    const answer = await finish({ provider: "okul", parameters, browser_key });
    assert.equal(answer.problem.code, "provider_refused");
  });
});

describe("a provider that is away", () => {
  it("is reported, and asked again at the next sign-in (R271)", async (t) => {
    const provider = await FalseProvider.start();
    await provider.stop();
    t.after(() => provider.stop());
    const own = await testApp(t, {
      config: {
        publicUrl: PUBLIC_URL,
        oidcProviders: [{ id: "okul", label: "Okul", ...provider.settings }],
      },
    });
    const start = () => own.call(startProviderLogin, { params: { provider: "okul" } });
    const away = await start();
    assert.equal(away.problem.code, "provider_unavailable");
    assert.ok(away.headers.get("retry-after"));
    const { token } = await signUp(own);
    const link = () => own.call(startLinking, { token, params: { provider: "okul" }, body: PROOF });
    assert.equal((await link()).problem.code, "provider_unavailable");
    await provider.listen();
    const { item } = await succeed(start());
    await succeed(start());
    assert.equal(provider.discoveries, 1);
    provider.failWith = 503;
    const body = { provider: "okul", parameters: provider.answerTo(item.url), ...item };
    const failed = await own.call(finishProviderLogin, { body });
    assert.equal(failed.problem.code, "provider_unavailable");
    const linking = (await succeed(link())).item;
    const answered = { provider: "okul", parameters: provider.answerTo(linking.url), ...linking };
    const unlinked = await own.call(finishLinking, { token, body: answered });
    assert.equal(unlinked.problem.code, "provider_unavailable");
    const given = (await succeed(link())).item;
    const state = new URL(given.url).searchParams.get("state");
    const parameters = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.settings.issuer)}`;
    const refusal = { provider: "okul", parameters, browser_key: given.browser_key };
    const givenUp = await own.call(finishLinking, { token, body: refusal });
    assert.equal(givenUp.problem.code, "provider_cancelled");
  });
});

describe("the security log", () => {
  it("says why answers were refused, and nothing of their content (R267)", async () => {
    await signInWith({ nonce: "another" });
    const { url } = await begin();
    await finish({ provider: "google", parameters: honest.answerTo(url), browser_key: "x" });
    await finish({ provider: "google", parameters: "state=unknown", browser_key: "x" });
    const reasons = await refusals();
    for (const reason of ["OAUTH_JWT_CLAIM_COMPARISON_FAILED", "browser", "state"]) {
      assert.ok(reasons.includes(reason), `${reason} of ${reasons}`);
    }
  });
});

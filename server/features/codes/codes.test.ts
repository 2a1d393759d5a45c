import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount, login, register } from "#contract/endpoints/account.ts";
import { readCodeLink, useCode } from "#contract/endpoints/codes.ts";
import { completeDetails, completeIdentity } from "#contract/endpoints/completion.ts";
import { forgotPassword, resetPassword, verifyEmail } from "#contract/endpoints/email.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getVoteStatus } from "#contract/endpoints/votes.ts";
import { CODE_MINUTES, CODE_TRIES } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { readRegistrationNetworks } from "#server/features/accounts/registration-networks.reads.ts";
import { askForCode, enterByCode, sendCode, waitingVote } from "#server/testing/code-sign-in.ts";
import { lettered, linkSecret } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { turnOnTotp } from "#server/testing/second-factors.ts";
import { succeed } from "#testing/api.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

type Tail<F extends (kanaat: never, ...rest: never[]) => unknown> =
  Parameters<F> extends [unknown, ...infer Rest] ? Rest : never;

const kanaat = await providerApp({ after });
const { clock, db, mailServer } = kanaat;
const owner = await signUp(kanaat);
const again = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await signIn(kanaat, person)),
});
const ask = async (form: Parameters<typeof publishSurvey>[2] = {}) =>
  publishSurvey(kanaat, await again(owner), { voters: "verified", ...form });
const newAddress = () => registrationForm().email;
const voteOn = waitingVote;
const request = (...of: Tail<typeof askForCode>) => askForCode(kanaat, ...of);
const send = (...of: Tail<typeof sendCode>) => sendCode(kanaat, ...of);
type Sent = Awaited<ReturnType<typeof send>>;
const use = ({ attempt, code }: Pick<Sent, "attempt" | "code">) =>
  kanaat.call(useCode, { body: { attempt, code } });
const press = ({ link }: Pick<Sent, "link">) => kanaat.call(useCode, { body: { link } });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const enter = (...of: Tail<typeof enterByCode>) => enterByCode(kanaat, ...of);
const refused = async (answer: ReturnType<typeof use>, code: string) => {
  const { status, problem } = await answer;
  assert.equal(problem.code, code, String(status));
};
async function verified(email = newAddress()): Promise<Person> {
  const person = await lettered(mailServer, email, () => signUp(kanaat, { email }));
  const token = await linkSecret(mailServer, email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token: person.token, body: { token } }));
  return person;
}
const votesOn = async ({ id }: Survey) =>
  (await db.query.selectFrom("votes").select("option_id").where("survey_id", "=", id).execute())
    .length;

describe("a code that votes", () => {
  it("opens an account of a mailbox, signs in and counts the vote (R490, R429)", async () => {
    const survey = await ask();
    const email = newAddress();
    const sent = await send(email, voteOn(survey));
    assert.match(sent.letter.subject, /^Oyunuz için kodunuz$/);
    const { session, account, is_new, vote } = (await succeed(use(sent))).item;
    assert.equal(is_new, true);
    assert.deepEqual(vote, { ...voteOn(survey), outcome: "counted" });
    assert.deepEqual(account.missing, ["identity", "details"]);
    assert.deepEqual(
      [account.email, account.name, account.gender, account.birth_date, account.city_id],
      [email, "", null, null, null],
    );
    assert.equal(account.email_verified, true);
    assert.equal((await readRegistrationNetworks(kanaat.db, account.id)).length, 1);
    const params = { id: survey.id };
    const { body } = await kanaat.call(getVoteStatus, { token: session.token, params });
    assert.equal(body, true);
    assert.equal(await votesOn(survey), 1);
  });

  it("votes with an account that there is, which stays as it was (R490)", async () => {
    const survey = await ask();
    const person = await verified();
    const { account, is_new, vote } = await enter(person.email, voteOn(survey));
    assert.deepEqual([account.id, is_new, vote?.outcome], [person.id, false, "counted"]);
    assert.equal(account.missing, undefined);
    await signIn(kanaat, person);
  });

  it("does so by the letter's link, in any browser, which shows first what it does (R491)", async () => {
    const survey = await ask();
    const email = newAddress();
    const sent = await send(email, voteOn(survey, 1));
    const peek = () => kanaat.call(readCodeLink, { body: { link: sent.link } });
    const shown = (await succeed(peek())).item;
    assert.deepEqual([shown.email, shown.vote], [email, voteOn(survey, 1)]);
    assert.equal(await votesOn(survey), 0);
    const { vote } = (await succeed(press(sent))).item;
    assert.equal(vote?.outcome, "counted");
    assert.equal((await peek()).problem.code, "link_used");
    await refused(press(sent), "link_used");
    await refused(use(sent), "code_expired");
  });

  it('says "Fikrim yok" where a survey allows it (R584)', async () => {
    const survey = await ask({ allows_no_opinion: true });
    const vote = { survey_id: survey.id, no_opinion: true as const };
    const sent = await send(newAddress(), vote);
    const shown = await succeed(kanaat.call(readCodeLink, { body: { link: sent.link } }));
    assert.deepEqual(shown.item.vote, vote);
    assert.deepEqual((await succeed(press(sent))).item.vote, { ...vote, outcome: "counted" });
  });

  it("votes on every kind of ballot, as the link shows (R610)", async () => {
    const options = ["Çay", "Kahve", "Su"];
    const kinds = {
      multiple: (ids: readonly number[]) => selectionOf(ids.slice(1)),
      ranked: (ids: readonly number[]) => rankingOf(ids.toReversed()),
      rating: ([option_id = 0]: readonly number[]) => ({ choices: [{ option_id, score: 4 }] }),
    };
    for (const [ballot, choose] of Object.entries(kinds)) {
      const survey = await ask({ ballot: ballot as keyof typeof kinds, options });
      const vote = { survey_id: survey.id, ...choose(survey.options.map(({ id }) => id)) };
      const sent = await send(newAddress(), vote);
      const shown = await succeed(kanaat.call(readCodeLink, { body: { link: sent.link } }));
      assert.deepEqual(shown.item.vote, vote);
      assert.deepEqual((await succeed(press(sent))).item.vote, { ...vote, outcome: "counted" });
      const other = await enter(newAddress(), voteOn(survey));
      assert.equal(other.vote?.outcome, "wrong_ballot");
      assert.equal(await votesOn(survey), 1);
    }
  });

  it("signs in although the vote is refused, and says why (R490)", async () => {
    const survey = await ask();
    const email = newAddress();
    await enter(email, voteOn(survey));
    const { session, vote } = await enter(email, voteOn(survey, 1));
    assert.equal(vote?.outcome, "already_voted");
    assert.equal((await kanaat.call(getAccount, session)).status, 200);
    const other = { ...voteOn(survey), survey_option_id: (await ask()).options[0]?.id ?? 0 };
    assert.equal((await enter(newAddress(), other)).vote?.outcome, "option_not_in_survey");
    const { token } = await again(owner);
    await succeed(kanaat.call(closeSurvey, { token, params: { id: survey.id } }));
    assert.equal((await enter(newAddress(), voteOn(survey))).vote?.outcome, "survey_ended");
    assert.equal(await votesOn(survey), 1);
  });

  it("accepts the invitation link that a private survey was opened by (R490)", async () => {
    const survey = await ask({ visibility: "private" });
    const uninvited = await enter(newAddress(), voteOn(survey));
    assert.equal(uninvited.vote?.outcome, "survey_not_found");
    const { invitation_code } = await db.query
      .selectFrom("surveys")
      .select("invitation_code")
      .where("id", "=", survey.id)
      .executeTakeFirstOrThrow();
    const vote = { ...voteOn(survey), invitation_code };
    assert.equal((await enter(newAddress(), vote)).vote?.outcome, "counted");
  });

  it("asks for consent, a lasting address and mail (R490)", async () => {
    const survey = await ask();
    const missing = await request(newAddress(), voteOn(survey), false);
    assert.ok(missing.problem.fields?.explicit_consent);
    const { problem } = await request("kisi@mailinator.com");
    assert.ok(problem.fields?.email);
  });
});

describe("a code without a vote", () => {
  it("signs in to an account, but opens none without consent (R490)", async () => {
    const person = await verified();
    const { letter, ...sent } = await send(person.email);
    assert.equal(letter.subject, "Giriş kodunuz");
    const { account, vote } = (await succeed(use(sent))).item;
    assert.deepEqual([account.id, vote], [person.id, null]);
    const stranger = await send(newAddress());
    assert.equal(stranger.letter.subject, "Bu adresle bir hesap yok");
    assert.equal(`${stranger.code}${stranger.link}`, "");
  });

  it("is not sent where a second factor stands, and only the letter says so (R492)", async () => {
    const person = await verified();
    const before = await send(person.email);
    await lettered(mailServer, person.email, () => turnOnTotp(kanaat, person));
    const { letter, code, link, attempt } = await send(person.email);
    assert.equal(letter.subject, "Girişinizi iki adımla yapın");
    assert.equal(`${code}${link}`, "");
    await refused(use({ attempt, code: "123456" }), "wrong_code");
    await refused(use(before), "code_expired");
    await refused(press(before), "link_used");
  });

  it("looks the same whatever the address, and does its work afterwards (R492)", async () => {
    const [member, guarded] = [await verified(), await verified()];
    await turnOnTotp(kanaat, guarded);
    const unverified = await signUp(kanaat);
    const answers = [];
    for (const email of [member.email, guarded.email, unverified.email, newAddress()]) {
      const { status, body } = await request(email, undefined, true);
      const { attempt, expires_at } = body.item;
      answers.push([status, attempt.length, Date.parse(expires_at) - clock.now()]);
    }
    for (const answer of answers) assert.deepEqual(answer, [202, 43, CODE_MINUTES * MINUTE_MS]);
  });
});

describe("anyone who guesses codes", () => {
  it("has five tries, then not even the right one works (R491)", async () => {
    const sent = await send(newAddress(), undefined, true);
    const wrong = { ...sent, code: wrongOf(sent.code) };
    for (let i = 0; i < CODE_TRIES; i++) await refused(use(wrong), "wrong_code");
    await refused(use(sent), "code_expired");
  });

  it("has no more when trying at once (R491)", async () => {
    const sent = await send(newAddress(), undefined, true);
    const tries = Array.from({ length: 20 }, (_, i) =>
      use({ ...sent, code: String((Number(sent.code) + 1 + i) % 1_000_000).padStart(6, "0") }),
    );
    const codes = (await Promise.all(tries)).map(({ problem }) => problem.code);
    assert.equal(codes.filter((code) => code === "wrong_code").length, CODE_TRIES);
    await refused(use(sent), "code_expired");
  });

  it("cannot use a code without the browser that asked, or in another's attempt (R491)", async () => {
    const email = newAddress();
    const [theirs, mine] = [await send(email, undefined, true), await send(email, undefined, true)];
    await refused(use({ attempt: "a".repeat(43), code: mine.code }), "code_expired");
    if (theirs.code !== mine.code) {
      await refused(use({ attempt: theirs.attempt, code: mine.code }), "wrong_code");
    }
    await succeed(use(mine));
  });

  it("has ten minutes (R491)", async () => {
    const sent = await send(newAddress(), undefined, true);
    clock.advance(CODE_MINUTES * MINUTE_MS);
    await refused(use(sent), "code_expired");
    const body = { link: sent.link };
    const peek = () => kanaat.call(readCodeLink, { body });
    await refused(press(sent), "link_expired");
    assert.equal((await peek()).problem.code, "link_expired");
    clock.advance(DAY_MS);
    await kanaat.runMaintenance();
    await refused(press(sent), "link_unknown");
    assert.equal((await peek()).problem.code, "link_unknown");
    const rows = await db.query.selectFrom("sign_in_codes").select("email").execute();
    assert.deepEqual(rows, []);
  });
});

describe("one code used twice at once", () => {
  it("opens one account and counts one vote, by code and link (R491)", async () => {
    const survey = await ask();
    const sent = await send(newAddress(), voteOn(survey));
    const answers = await Promise.all([use(sent), press(sent), use(sent), press(sent)]);
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    for (const { status, problem } of answers) {
      if (status !== 200) assert.match(problem.code, /^(code_expired|link_used)$/);
    }
    assert.equal(await votesOn(survey), 1);
  });

  it("of two browsers with a choice each counts the first (R490)", async () => {
    const survey = await ask();
    const email = newAddress();
    const one = await send(email, voteOn(survey, 0));
    const other = await send(email, voteOn(survey, 1));
    const answers = await Promise.all([use(one), use(other)]);
    const outcomes = answers.map(({ body }) => body.item.vote?.outcome).sort();
    assert.deepEqual(outcomes, ["already_voted", "counted"]);
    assert.equal(answers[0]?.body.item.account.id, answers[1]?.body.item.account.id);
    assert.equal(await votesOn(survey), 1);
  });
});

describe("an account that somebody prepared with the address", () => {
  it("loses everything older when its owner uses a code (R493)", async () => {
    const email = newAddress();
    const attacker = await signUp(kanaat, { email, password: "saldırgan-şifresi-1" });
    await turnOnTotp(kanaat, attacker);
    const survey = await ask();
    const sent = await send(email, voteOn(survey));
    assert.match(sent.letter.text, /doğrulanmamış bir hesap var/);
    const { session, account, vote } = (await succeed(use(sent))).item;
    assert.deepEqual([account.email_verified, vote?.outcome], [true, "counted"]);
    assert.equal((await kanaat.call(getAccount, { token: attacker.token })).status, 401);
    const { problem } = await kanaat.call(login, { body: attacker });
    assert.equal(problem.code, "invalid_credentials");
    assert.equal((await kanaat.call(getAccount, session)).status, 200);
    await enter(email);
  });

  it("cannot be registered again once it was opened by a code (R493)", async () => {
    const email = newAddress();
    await enter(email);
    const { status, problem } = await kanaat.call(register, {
      body: registrationForm({ email }),
    });
    assert.deepEqual([status, problem.code], [409, "email_taken"]);
  });
});

describe("a mailbox", () => {
  it("has no second vote by a code after its account was deleted (R490, R211)", async () => {
    const survey = await ask();
    const email = newAddress();
    const { session } = await enter(email, voteOn(survey));
    await succeed(kanaat.call(deleteAccount, { ...session, body: {} }));
    for (let i = 0; i < 2; i++) {
      const { is_new, vote } = await enter(email, voteOn(survey, 1));
      assert.deepEqual([is_new, vote?.outcome], [i === 0, "already_voted"]);
      clock.advance(31_000);
      await kanaat.runMaintenance();
    }
    assert.equal(await votesOn(survey), 1);
  });

  it("opens no account while another one can still take it back (R490, R396)", async () => {
    const survey = await ask();
    const person = await verified();
    await enter(person.email, voteOn(survey));
    await db.query
      .updateTable("users")
      .set({ email: "x", canonical_email: `x-${person.id}@ornek.com` })
      .where("id", "=", person.id)
      .execute();
    await db.query
      .insertInto("former_identities")
      .values({
        ...{ number: kanaat.mailboxes.numberOf(person.email), user_id: person.id },
        ...{ proven: 1, reserved_until: clock.now() + DAY_MS },
      })
      .execute();
    const { problem } = await use(await send(person.email, undefined, true));
    assert.equal(problem.code, "email_taken");
  });
});

const IDENTITY = {
  ...{ name: "Defne Ak", new_password: "uzun-bir-söz-7", confirm_password: "uzun-bir-söz-7" },
  communication_consent: true,
};
const identity = (token: string, fields: object = {}) =>
  kanaat.call(completeIdentity, {
    ...{ token, body: { ...IDENTITY, nickname: registrationForm().nickname, ...fields } },
  });
const DETAILS = {
  ...{ gender: "women", birth_date: "05.11.2004", city_id: 35, explicit_consent: true },
} as const;

describe("the name of an account that was opened by a code", () => {
  it("comes with nickname and password, once (R496)", async () => {
    const email = newAddress();
    const { session } = await enter(email);
    const { token } = session;
    const nickname = registrationForm().nickname;
    const { item } = await succeed(identity(token, { nickname }));
    assert.deepEqual([item.name, item.nickname, item.missing], ["Defne Ak", nickname, ["details"]]);
    const again = await identity(token, { password: IDENTITY.new_password });
    assert.equal(again.problem.code, "account_complete");
    await signIn(kanaat, { email, password: IDENTITY.new_password });
    assert.deepEqual((await succeed(kanaat.call(getAccount, { token }))).item.missing, ["details"]);
  });

  it("is checked as a registration is (R496)", async () => {
    const { token } = (await enter(newAddress())).session;
    const fieldsOf = async (fields: object) =>
      Object.keys((await identity(token, fields)).problem.fields ?? {});
    assert.deepEqual(await fieldsOf({ nickname: owner.nickname }), ["nickname"]);
    assert.deepEqual(await fieldsOf({ nickname: "admin" }), ["nickname"]);
    assert.deepEqual(await fieldsOf({ confirm_password: "baska-bir-şifre" }), ["confirm_password"]);
    for (const new_password of ["123456", "defneak"]) {
      const fields = { new_password, confirm_password: new_password };
      assert.deepEqual(await fieldsOf(fields), ["new_password"]);
    }
  });

  it("needs a sign-in of the last ten minutes (R496, R420)", async () => {
    const email = newAddress();
    const { token } = (await enter(email)).session;
    clock.advance(10 * MINUTE_MS);
    assert.equal((await identity(token)).problem.code, "sign_in_again");
    await succeed(identity((await enter(email)).session.token));
  });

  it("is no condition for a password by 'Şifremi unuttum' (R496)", async () => {
    const email = newAddress();
    await enter(email);
    assert.equal(
      (await kanaat.call(login, { body: { email, password: "-" } })).problem.code,
      "invalid_credentials",
    );
    await succeed(
      lettered(mailServer, email, () => kanaat.call(forgotPassword, { body: { email } })),
    );
    const token = await linkSecret(mailServer, email, "/password/reset");
    const passwords = { password: "uzun-bir-söz-8", confirm_password: "uzun-bir-söz-8" };
    await succeed(kanaat.call(resetPassword, { body: { token, ...passwords } }));
    await signIn(kanaat, { email, password: passwords.password });
  });
});

describe("the details of an account that was opened by a code", () => {
  it("come once (R497)", async () => {
    const { token } = (await enter(newAddress())).session;
    const give = (fields: object = {}) =>
      kanaat.call(completeDetails, { token, body: { ...DETAILS, ...fields } });
    assert.ok((await give({ explicit_consent: false })).problem.fields?.explicit_consent);
    assert.ok((await give({ city_id: 82 })).problem.fields?.city_id);
    assert.ok((await give({ birth_date: "01.01.1899" })).problem.fields?.birth_date);
    const { item } = await succeed(give());
    assert.deepEqual(item.missing, ["identity"]);
    assert.deepEqual([item.gender, item.birth_date, item.city_id], ["women", "05.11.2004", 35]);
    assert.equal((await give()).problem.code, "account_complete");
  });
});

describe("an attempt with the vote call", () => {
  it("is refused after the vote by code, as any second vote (R490)", async () => {
    const survey = await ask();
    const { session } = await enter(newAddress(), voteOn(survey));
    const { problem } = await kanaat.call(castVote, { ...session, body: voteOn(survey, 1) });
    assert.equal(problem.code, "already_voted");
  });
});

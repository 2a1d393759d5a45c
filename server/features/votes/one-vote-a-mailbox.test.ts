import assert from "node:assert/strict";
import { after, describe, it, type TestContext } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import { deleteAccount, getAccount, register } from "#contract/endpoints/account.ts";
import { useCode } from "#contract/endpoints/codes.ts";
import { completeIdentity } from "#contract/endpoints/completion.ts";
import { changeEmail, undoEmailChange, verifyEmail } from "#contract/endpoints/email.ts";
import { finishLinking, startLinking, unlinkIdentity } from "#contract/endpoints/oidc.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { enterByCode, sendCode, waitingVote } from "#server/testing/code-sign-in.ts";
import { linkSecret } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { succeed } from "#testing/api.ts";
import { PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { publishSurvey } from "#testing/surveys.ts";

// People register, verify and change addresses, undo that, link and unlink providers, delete their
// account and vote, signed in or by a code, in random order, over few mailboxes and provider identities. Whatever they do,
// no mailbox and no identity is behind two counted votes of a survey, and a vote is refused only
// where it would be.

/** `SEED=… SEQUENCES=…` repeats a failing sequence, or runs more of them. */
const SEED = Number(process.env.SEED ?? 51);
const SEQUENCES = Number(process.env.SEQUENCES ?? 5);
const STEPS = 60;

const kanaat = await providerApp({ after });
const { clock, mailServer, google } = kanaat;
type Survey = Awaited<ReturnType<typeof publishSurvey>>;

/** A mailbox or a provider identity, by a name. */
type Key = string;

interface Account {
  id: number;
  /** undefined where only a provider opens it. */
  password: string | undefined;
  token: string | undefined;
  /** The present address, and whether it was verified. */
  mailbox: Key;
  isVerified: boolean;
  subject: Key | undefined;
  /** Proven ones that it has or had and that nobody else has had since. */
  keys: Set<Key>;
  /** Addresses that it had without verifying them. */
  unproven: Set<Key>;
  /** When nobody else can have what it has left, without regard to its votes. */
  reservedUntil: Map<Key, number>;
  links: { purpose: "verify" | "undo"; mailbox: Key; secret: string }[];
  isDeleted: boolean;
}

class Town {
  readonly random: Random;
  readonly surveys: readonly Survey[];
  readonly mailboxes: readonly Key[];
  readonly subjects: readonly Key[];
  readonly accounts: Account[] = [];
  /** The counted votes, each with everything that it may be known by. */
  readonly votes: { survey: Survey; account: Account; keys: Set<Key> }[] = [];
  /** How often each act succeeded. */
  readonly done = new Map<string, number>();
  readonly log: string[] = [];
  readonly #name: string;

  constructor(seed: number, surveys: readonly Survey[]) {
    this.random = new Random(seed);
    this.surveys = surveys;
    this.#name = `t${seed}-${process.hrtime.bigint() % 1_000_000n}`;
    const address = (name: string) => `${this.#name}${name}@ornek.com`;
    this.mailboxes = ["a", "b", "c", "d", "e"].map(address);
    this.subjects = ["x", "y"].map((name) => `${this.#name}${name}`);
    // One of the identities has the address of a mailbox, the other one of its own.
    const emails = [this.mailboxes[0] ?? "", address("y")];
    this.subjects.forEach((login, i) => {
      google.people.set(login, {
        ...{ email: emails[i] ?? "", email_verified: true, name: "Ayşe Yılmaz" },
      });
    });
  }

  async step(): Promise<void> {
    const present = this.accounts.filter(({ isDeleted }) => !isDeleted);
    const account = this.random.pick(present);
    const canUndo = present.filter(({ links }) => links.some(({ purpose }) => purpose === "undo"));
    const act = this.random.int(100);
    if (!account || act < 10) return this.register(this.random.pick(this.mailboxes));
    if (act < 16) return this.enterWithProvider(this.random.pick(this.subjects));
    if (act < 22) return this.voteByCode(this.random.pick(this.mailboxes));
    if (act < 37) return this.press(account, "verify");
    if (act < 48) return this.change(account, this.random.pick(this.mailboxes));
    if (act < 54) return this.press(this.random.pick(canUndo) ?? account, "undo");
    if (act < 59) return this.link(account, this.random.pick(this.subjects));
    if (act < 63) return this.unlink(account);
    if (act < 69) return this.remove(account);
    if (act < 72) return this.wait(this.random.pick([60_000, DAY_MS, 8 * DAY_MS]));
    return this.vote(account, this.random.pick(this.surveys));
  }

  async register(mailbox: Key): Promise<void> {
    const [name, domain] = mailbox.split("@");
    const email = this.random.chance(50) ? mailbox : `${name}+${this.random.int(9)}@${domain}`;
    const form = registrationForm({ email });
    const letter = await this.letterTo(email, "/email/verify", () =>
      kanaat.call(register, { body: form }),
    );
    this.expect("register", letter.answer, this.mayHave(undefined, mailbox) ? 201 : 409);
    if (letter.answer.status !== 201) return;
    const account = this.opened(letter.answer.body.item.id, mailbox, form.password);
    account.links.push({ purpose: "verify", mailbox: email, secret: letter.secret });
  }

  /** Signs in with a provider, which opens an account or links one with the same address. */
  async enterWithProvider(subject: Key): Promise<void> {
    const email = google.people.get(subject)?.email ?? "";
    const linked = this.accounts.find((one) => !one.isDeleted && one.subject === subject);
    const holder = this.accounts.find((one) => !one.isDeleted && one.mailbox === email);
    const { status, body } = await kanaat.logInWith("google", subject);
    const { session, registration } = body.item ?? {};
    if (session) {
      const { item } = await succeed(kanaat.call(getAccount, { token: session.token }));
      const account = this.accounts.find(({ id }) => id === item.id);
      assert.equal(account, linked ?? holder, this.where());
      if (account && !linked) this.acquired(account, subject, "subject");
      if (account) account.token = session.token;
      return this.count("enter", 200);
    }
    if (status !== 200) return this.count("enter", status);
    const may = this.mayHave(undefined, email) && this.mayHave(undefined, subject);
    const answer = await kanaat.complete(registration?.ticket ?? "");
    this.expect("complete", answer, may ? 201 : 409);
    if (answer.status !== 201) return;
    const { token } = answer.body;
    const { item } = await succeed(kanaat.call(getAccount, { token }));
    const account = this.opened(item.id, email, undefined);
    Object.assign(account, { token, isVerified: true });
    this.acquired(account, email, "mailbox");
    this.acquired(account, subject, "subject");
  }

  /** Votes by a code, which opens an account or takes over one that nobody has verified. */
  async voteByCode(mailbox: Key): Promise<void> {
    const survey = this.random.pick(this.surveys);
    const vote = waitingVote(survey, this.random.int(survey.options.length));
    const holder = this.accounts.find((one) => !one.isDeleted && one.mailbox === mailbox);
    const { attempt, code } = await sendCode(kanaat, mailbox, vote);
    const answer = await kanaat.call(useCode, { body: { attempt, code } });
    clock.advance(1);
    const may = holder !== undefined || this.mayHave(undefined, mailbox);
    this.expect("code", answer, may ? 200 : 409);
    if (answer.status !== 200) return;
    const { session, account: signedIn, vote: cast } = answer.body.item;
    const account = holder ?? this.opened(signedIn.id, mailbox, undefined);
    assert.equal(signedIn.id, account.id, this.where());
    account.token = session.token;
    if (!account.isVerified) {
      if (account.subject !== undefined) this.left(account, account.subject, true);
      Object.assign(account, { isVerified: true, password: undefined, subject: undefined });
      this.acquired(account, mailbox, "mailbox");
    }
    this.voted(account, survey, cast?.outcome ?? "");
    if (!holder) await this.giveName(account, session.token);
  }

  async giveName(account: Account, token: string): Promise<void> {
    const { name, nickname, password, ...consents } = registrationForm();
    const passwords = { new_password: password, confirm_password: password };
    const body = { ...consents, name, nickname, ...passwords };
    await succeed(kanaat.call(completeIdentity, { token, body }));
    account.password = password;
  }

  /** Presses one of the links that were sent to the account's mailboxes. */
  async press(account: Account, purpose: "verify" | "undo"): Promise<void> {
    const link = this.random.pick(account.links.filter((one) => one.purpose === purpose));
    if (!link) return;
    const mailbox = link.mailbox.replace(/\+\d/, "");
    const token = await this.tokenOf(account);
    const body = { token: link.secret };
    const answer =
      purpose === "verify"
        ? await kanaat.call(verifyEmail, { token, body })
        : await kanaat.call(undoEmailChange, { body });
    this.count(purpose, answer.status);
    if (answer.status === 409) {
      const isFree = this.mayHave(account, mailbox) && !this.overlaps(account, mailbox);
      assert.ok(!isFree, this.where());
    }
    if (answer.status !== 200) return;
    if (mailbox !== account.mailbox) {
      const before = account.mailbox;
      this.left(account, before, account.isVerified);
      if (purpose === "verify" && account.isVerified) {
        const address = (await this.addressOf(account, before)) ?? before;
        const secret = await linkSecret(mailServer, address, "/email/undo");
        account.links.push({ purpose: "undo", mailbox: address, secret });
      }
      account.mailbox = mailbox;
    }
    account.isVerified = true;
    this.acquired(account, mailbox, "mailbox");
    if (purpose === "undo") account.token = undefined;
  }

  async change(account: Account, mailbox: Key): Promise<void> {
    const token = await this.tokenOf(account);
    const { password } = account;
    const body = { email: mailbox, ...(password !== undefined && { password }) };
    const letter = await this.letterTo(mailbox, "/email/verify", () =>
      kanaat.call(changeEmail, { token, body }),
    );
    const isFree = this.mayHave(account, mailbox);
    this.expect("change", letter.answer, isFree ? 204 : 409);
    if (letter.secret) account.links.push({ purpose: "verify", mailbox, secret: letter.secret });
  }

  async link(account: Account, subject: Key): Promise<void> {
    const token = await this.tokenOf(account);
    const params = { provider: "google" };
    const { item } = await succeed(kanaat.call(startLinking, { token, params, body: PROOF }));
    const parameters = await google.signIn(item.url, subject);
    const body = {
      ...params,
      ...{ provider: "google", browser_key: item.browser_key },
      parameters,
    };
    const answer = await kanaat.call(finishLinking, { token, body });
    const isOther = account.subject !== undefined && account.subject !== subject;
    const may = !isOther && this.mayHave(account, subject) && !this.overlaps(account, subject);
    this.expect("link", answer, may ? 204 : 409);
    if (answer.status === 204) this.acquired(account, subject, "subject");
  }

  async unlink(account: Account): Promise<void> {
    const token = await this.tokenOf(account);
    const { status } = await kanaat.call(unlinkIdentity, {
      token,
      params: { provider: "google" },
      body: PROOF,
    });
    this.count("unlink", status);
    if (status !== 204 || account.subject === undefined) return;
    this.left(account, account.subject, true);
    account.subject = undefined;
  }

  async remove(account: Account): Promise<void> {
    const token = await this.tokenOf(account);
    const { password } = account;
    const body = password === undefined ? {} : { password };
    this.expect("delete", await kanaat.call(deleteAccount, { token, body }), 204);
    account.isDeleted = true;
    if (this.random.chance(50)) await this.wait(31_000);
  }

  async wait(ms: number): Promise<void> {
    clock.advance(ms);
    await kanaat.runMaintenance();
    // Sessions last a day.
    for (const account of this.accounts) account.token = undefined;
    this.log.push(`wait ${ms}`);
  }

  async vote(account: Account, survey: Survey): Promise<void> {
    const token = await this.tokenOf(account);
    const option = this.random.pick(survey.options).id;
    const body = { survey_id: survey.id, survey_option_id: option };
    const { status, problem } = await kanaat.call(castVote, { token, body });
    this.count("vote", status);
    this.voted(account, survey, status === 201 ? "counted" : problem.code);
  }

  voted(account: Account, survey: Survey, outcome: string): void {
    const keys = new Set([...account.keys, account.mailbox]);
    if (outcome === "counted") {
      this.votes.push({ survey, account, keys });
      this.requireOnce();
      return;
    }
    if (outcome === "email_unverified") {
      assert.equal(account.isVerified, false);
      return;
    }
    assert.equal(outcome, "already_voted", this.where());
    const known = new Set([...keys, ...account.unproven]);
    const others = this.votes.filter((vote) => vote.survey === survey);
    const isKnown = others.some((vote) => [...vote.keys].some((key) => known.has(key)));
    assert.ok(isKnown, `a vote was refused without a reason; ${this.where()}`);
  }

  /** No two votes on a survey have a mailbox or an identity in common. */
  requireOnce(): void {
    const seen = new Set<string>();
    for (const { survey, keys } of this.votes) {
      for (const key of keys) {
        const one = `survey ${survey.id}, ${key}`;
        assert.ok(!seen.has(one), `counted twice: ${one}; ${this.where()}`);
        seen.add(one);
      }
    }
  }

  /** Whether an account, or a new one, may get a mailbox or identity, its votes aside. */
  mayHave(own: Account | undefined, key: Key): boolean {
    const others = this.accounts.filter((one) => one !== own);
    return !others.some((one) => {
      if (!one.isDeleted && (one.mailbox === key || one.subject === key)) return true;
      const until = one.reservedUntil.get(key);
      if (until === undefined) return false;
      if (until > clock.now()) return true;
      const hasVoted = this.votes.some(({ account }) => account === one);
      return key.includes("@") && !one.isDeleted && one.keys.has(key) && hasVoted;
    });
  }

  overlaps(account: Account, key: Key): boolean {
    const own = new Set(this.votes.filter((vote) => vote.account === account).map(surveyOf));
    const others = this.votes.filter((vote) => vote.account !== account && vote.keys.has(key));
    return others.some((vote) => own.has(surveyOf(vote)));
  }

  acquired(account: Account, key: Key, kind: "mailbox" | "subject"): void {
    if (kind === "subject") account.subject = key;
    for (const other of this.accounts) {
      if (other === account || other.isDeleted) continue;
      other.keys.delete(key);
      other.unproven.delete(key);
    }
    account.keys.add(key);
    account.unproven.delete(key);
    account.reservedUntil.delete(key);
    for (const vote of this.votes) if (vote.account === account) vote.keys.add(key);
    this.requireOnce();
  }

  left(account: Account, key: Key, isProven: boolean): void {
    if (isProven) account.reservedUntil.set(key, clock.now() + 7 * DAY_MS);
    else account.unproven.add(key);
  }

  opened(id: number, mailbox: Key, password: string | undefined): Account {
    const account = {
      ...{ id, mailbox, password, token: undefined, isVerified: false, subject: undefined },
      ...{ keys: new Set<Key>(), unproven: new Set<Key>(), reservedUntil: new Map() },
      ...{ links: [], isDeleted: false },
    };
    for (const other of this.accounts) {
      if (other.isDeleted || other === account) continue;
      other.keys.delete(mailbox);
      other.unproven.delete(mailbox);
    }
    this.accounts.push(account);
    return account;
  }

  async tokenOf(account: Account): Promise<string> {
    const { password, subject } = account;
    if (password === undefined && subject === undefined) {
      account.token = (await enterByCode(kanaat, account.mailbox)).session.token;
      clock.advance(1);
    } else if (password === undefined) {
      // Without a password, a session proves its owner for ten minutes.
      const { session } = (await succeed(kanaat.logInWith("google", subject ?? ""))).item;
      account.token = session?.token;
    } else {
      account.token ??= (await signIn(kanaat, { email: account.mailbox, password })).token;
    }
    return account.token ?? "";
  }

  /** The address of an earlier mailbox, as it was typed. */
  async addressOf(account: Account, mailbox: Key): Promise<string | undefined> {
    return account.links.find((link) => link.mailbox.replace(/\+\d/, "") === mailbox)?.mailbox;
  }

  /** The answer, and the secret of the link in the letter that it brought; "" for none. */
  async letterTo<A extends { status: number }>(email: string, page: string, ask: () => Promise<A>) {
    const about = () => mailServer.mails.filter(({ recipient }) => recipient === email).length;
    const before = about();
    const answer = await ask();
    if (answer.status >= 300 || !(await this.isQueued(email))) return { answer, secret: "" };
    while (about() === before) await new Promise((done) => setTimeout(done, 5));
    return { answer, secret: await linkSecret(mailServer, email, page) };
  }

  /** Nothing is sent to the address that an account has already. */
  async isQueued(email: string): Promise<boolean> {
    const link = await kanaat.db.query
      .selectFrom("mail_links")
      .select("token_hash")
      .where("email", "=", email)
      .where("created_at", "=", clock.now())
      .where("purpose", "=", "verify")
      .executeTakeFirst();
    clock.advance(1);
    return link !== undefined;
  }

  expect(act: string, { status }: { status: number }, expected: number): void {
    this.count(act, status);
    assert.equal(status, expected, `${act}; ${this.where()}`);
  }

  count(act: string, status: number): void {
    this.log.push(`${act} ${status}`);
    if (status < 300) this.done.set(act, (this.done.get(act) ?? 0) + 1);
  }

  where = () => `acts: ${this.log.join(", ")}`;
}

const surveyOf = ({ survey }: { survey: Survey }) => survey.id;

async function runSequence(t: TestContext, seed: number): Promise<Town> {
  t.diagnostic(`seed ${seed}`);
  const owner = await signUp(kanaat);
  const surveys = [
    await publishSurvey(kanaat, owner, { voters: "verified" }),
    await publishSurvey(kanaat, owner, { voters: "members" }),
  ];
  const town = new Town(seed, surveys);
  try {
    for (let step = 0; step < STEPS; step++) await town.step();
    await town.wait(31_000);
    for (const survey of surveys) {
      const { items } = await succeed(kanaat.call(getResults, { params: { id: survey.id } }));
      const counted = items.reduce((sum, { count }) => sum + count, 0);
      assert.equal(counted, town.votes.filter((vote) => vote.survey === survey).length);
    }
  } catch (error) {
    throw new Error(`with SEED=${seed} SEQUENCES=1`, { cause: error });
  }
  return town;
}

describe("whatever people do with addresses and providers", () => {
  it("no mailbox and no identity is counted twice, and no vote is refused otherwise (R395, R396, R397)", async (t) => {
    const done = new Map<string, number>();
    for (let i = 0; i < SEQUENCES; i++) {
      const town = await runSequence(t, SEED + i);
      for (const [act, times] of town.done) done.set(act, (done.get(act) ?? 0) + times);
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(done)));
    for (const act of ["verify", "undo", "change", "link", "unlink", "delete", "vote", "code"]) {
      assert.ok((done.get(act) ?? 0) > 0, `nobody did this: ${act}`);
    }
  });
});

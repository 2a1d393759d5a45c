import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { DAY_MS, SECOND_MS } from "#contract/durations.ts";
import { deleteAccount, register } from "#contract/endpoints/account.ts";
import { changeEmail, verifyEmail } from "#contract/endpoints/email.ts";
import { finishLinking, startLinking, unlinkIdentity } from "#contract/endpoints/oidc.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { readVoterNumbers } from "#server/http/identity/voter-numbers.reads.ts";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { lettered, linkSecret } from "#server/testing/mail-app.ts";
import { providerApp } from "#server/testing/provider-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { createVoteCaster } from "./votes.writes.ts";

const kanaat = await providerApp({ after });
const { clock, db, google, mailServer, newPerson } = kanaat;
type Survey = Awaited<ReturnType<typeof publishSurvey>>;

const newAddress = () => registrationForm().email;
const owner = await signUp(kanaat);
const again = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await signIn(kanaat, person)),
});
const ask = async (voters: "verified" | "members" = "verified") =>
  publishSurvey(kanaat, await again(owner), { voters });
const vote = ({ token }: Pick<Person, "token">, { id, options }: Survey) =>
  kanaat.call(castVote, { token, body: { survey_id: id, survey_option_id: options[1]?.id } });
const leave = ({ token, password }: Person) =>
  succeed(kanaat.call(deleteAccount, { token, body: { password } }));
const registered = (email: string) => kanaat.call(register, { body: registrationForm({ email }) });

async function verify({ token }: Person, email: string) {
  const secret = await linkSecret(mailServer, email, "/email/verify");
  return kanaat.call(verifyEmail, { token, body: { token: secret } });
}
async function verified(email = newAddress()): Promise<Person> {
  const person = await lettered(mailServer, email, () => signUp(kanaat, { email }));
  await succeed(verify(person, email));
  return person;
}
async function askToMove({ token, password }: Person, email: string): Promise<void> {
  const body = { email, password };
  await succeed(lettered(mailServer, email, () => kanaat.call(changeEmail, { token, body })));
}
async function move(person: Person, email: string): Promise<Person> {
  await askToMove(person, email);
  await succeed(verify(person, email));
  return { ...person, email };
}
async function link({ token }: Pick<Person, "token">, login: string) {
  const params = { provider: "google" };
  const { item } = await succeed(kanaat.call(startLinking, { token, params, body: PROOF }));
  const parameters = await google.signIn(item.url, login);
  const body = { provider: "google", parameters, browser_key: item.browser_key };
  return kanaat.call(finishLinking, { token, body });
}
/** Signing in with the provider then leads to this person's account. */
const giveAddress = (login: string, { email }: Person) =>
  google.people.set(login, { email, email_verified: true, name: "Ayşe Nur Yılmaz" });
const unlink = ({ token }: Pick<Person, "token">) =>
  succeed(kanaat.call(unlinkIdentity, { token, params: { provider: "google" }, body: PROOF }));
async function refuses(person: Pick<Person, "token">, survey: Survey): Promise<void> {
  const { status, problem } = await vote(person, survey);
  assert.deepEqual([status, problem.code], [409, "already_voted"]);
}
async function anonymize(): Promise<void> {
  clock.advance(31_000);
  await kanaat.runMaintenance();
}
describe("an address that was left", () => {
  it("has no second vote, whether it is registered again or another account moves to it (R395)", async () => {
    const survey = await ask();
    const [first, second] = [newAddress(), newAddress()];
    const person = await verified(first);
    await voteFor(kanaat, person, survey, 0);
    await leave(await move(person, second));
    assert.equal((await registered(first)).problem.code, "email_taken");
    await refuses(await verified(second), survey);
    await anonymize();
    clock.advance(8 * DAY_MS);
    await refuses(await verified(first), survey);
    const left = await leftBy(await verified(), survey);
    await refuses(await move(await verified(), left), survey);
  });

  /** An address that a deleted account had left, after it voted. */
  async function leftBy(person: Person, survey: Survey): Promise<string> {
    await voteFor(kanaat, person, survey, 0);
    await leave(await move(person, newAddress()));
    await anonymize();
    clock.advance(8 * DAY_MS);
    return person.email;
  }

  it("marks votes that were cast after it was left (R395)", async () => {
    const survey = await ask();
    const person = await verified();
    const moved = await move(person, newAddress());
    await voteFor(kanaat, moved, survey, 0);
    await leave(moved);
    clock.advance(8 * DAY_MS);
    await refuses(await verified(person.email), survey);
  });

  it("is known to a vote that was requested before it was the account's (R395)", async () => {
    const survey = await ask();
    const voter = await verified();
    await voteFor(kanaat, voter, survey, 0);
    await leave(voter);
    await anonymize();
    const guest = await signUp(kanaat);
    const known = await readVoterNumbers(db, kanaat.mailboxes, guest.id);
    assert.ok(known);
    await move(guest, voter.email);
    const cast = createVoteCaster(db, clock, kanaat.mailboxes);
    const late = { survey_id: survey.id, survey_option_id: survey.options[1]?.id ?? 0 };
    const outcome = cast({ vote: late, voter: voterOf({ id: guest.id, ...known }) });
    await assert.rejects(outcome, { code: "already_voted" });
  });

  it("is reserved for seven days, and then as long as its account's votes may be marked (R396)", async () => {
    const [idle, voter] = [await verified(), await verified()];
    const survey = await ask();
    await voteFor(kanaat, voter, survey, 0);
    await move(idle, newAddress());
    await move(voter, newAddress());
    const thief = await verified();
    for (const { email } of [idle, voter]) {
      assert.equal((await registered(email)).problem.code, "email_taken");
      const body = { email, password: thief.password };
      const { problem } = await kanaat.call(changeEmail, { token: thief.token, body });
      assert.match(problem.fields?.email ?? "", /önceki adresi/);
    }
    clock.advance(7 * DAY_MS);
    assert.equal((await registered(idle.email)).status, 201);
    assert.equal((await registered(voter.email)).problem.code, "email_taken");
    const { token } = await again(owner);
    await succeed(kanaat.call(closeSurvey, { token, params: { id: survey.id } }));
    clock.advance(30 * DAY_MS);
    assert.equal((await registered(voter.email)).status, 201);
  });

  it("stays reserved when its account is deleted, under nobody's name (R396)", async () => {
    const person = await verified();
    const moved = await move(person, newAddress());
    await leave(moved);
    await anonymize();
    assert.equal((await registered(person.email)).problem.code, "email_taken");
    assert.equal((await registered(moved.email)).status, 201);
    const ofAccount = () =>
      db.query.selectFrom("former_identities").selectAll().where("user_id", "=", person.id);
    assert.deepEqual(await ofAccount().execute(), []);
    clock.advance(7 * DAY_MS);
    await kanaat.runMaintenance();
    const anonymous = db.query.selectFrom("former_identities").select("number");
    assert.deepEqual(await anonymous.where("user_id", "<", 0).execute(), []);
    assert.equal((await registered(person.email)).status, 201);
  });

  it("and was never verified is free, with marks of the votes cast until then alone (R395)", async () => {
    const [early, late] = [await ask("members"), await ask("members")];
    const strangers = newAddress();
    const guest = await signUp(kanaat, { email: strangers });
    await voteFor(kanaat, guest, early, 0);
    const moved = await move(guest, newAddress());
    await voteFor(kanaat, moved, late, 0);
    const stranger = await verified(strangers);
    await refuses(stranger, early);
    await voteFor(kanaat, stranger, late, 1);
    await leave(moved);
    await anonymize();
    await refuses(await again(stranger), early);
  });

  it("can be taken back by its account, whose own votes are no hindrance (R397)", async () => {
    const survey = await ask("members");
    const guest = await signUp(kanaat);
    await voteFor(kanaat, guest, survey, 0);
    const moved = await move(guest, newAddress());
    await move(moved, guest.email);
    await refuses(guest, survey);
  });
});

describe("a provider identity that was left", () => {
  it("has no second vote by another account, which gets it after seven days (R395, R396)", async () => {
    const survey = await ask();
    const { login } = newPerson("google");
    const [first, second] = [await verified(), await verified()];
    await succeed(link(first, login));
    await voteFor(kanaat, first, survey, 0);
    await unlink(first);
    assert.equal((await link(second, login)).problem.code, "identity_taken");
    const { registration } = (await succeed(kanaat.logInWith("google", login))).item;
    const complete = await kanaat.complete(registration?.ticket ?? "");
    assert.equal(complete.problem.code, "identity_taken");
    giveAddress(login, second);
    assert.equal((await kanaat.logInWith("google", login)).problem.code, "identity_taken");
    clock.advance(7 * DAY_MS);
    const later = await again(second);
    await succeed(link(later, login));
    await refuses(later, survey);
    const next = await ask();
    await voteFor(kanaat, await again(first), next, 0);
    await voteFor(kanaat, later, next, 0);
  });

  it("has no second vote after its account is deleted, with another address (R395)", async () => {
    const survey = await ask();
    const { login } = newPerson("google");
    const person = await verified();
    await succeed(link(person, login));
    await voteFor(kanaat, person, survey, 0);
    await leave(person);
    for (const settle of [async () => undefined, anonymize]) {
      await settle();
      const next = await verified();
      await succeed(link(next, login));
      await refuses(next, survey);
      await leave(next);
    }
  });
});

describe("a vote of the moment in which its account gets another identity", () => {
  it("counts only if that has not voted, when it was requested before (R395, R427)", async () => {
    const [survey, other] = [await ask(), await ask()];
    const { login } = newPerson("google");
    const left = await verified();
    await succeed(link(left, login));
    await voteFor(kanaat, left, survey, 0);
    await leave(left);
    await anonymize();
    const person = await verified();
    const known = await readVoterNumbers(db, kanaat.mailboxes, person.id);
    assert.ok(known);
    await succeed(link(person, login));
    const cast = createVoteCaster(db, clock, kanaat.mailboxes);
    const late = ({ id, options }: Survey) =>
      cast({
        vote: { survey_id: id, survey_option_id: options[1]?.id ?? 0 },
        voter: voterOf({ id: person.id, ...known }),
      });
    await assert.rejects(late(survey), { code: "already_voted" });
    await late(other);
  });

  it("waits, for ten seconds at most (R427)", async () => {
    const survey = await ask();
    const person = await verified();
    const known_since = clock.now() + 10 * SECOND_MS;
    const { id } = person;
    await db.query.updateTable("users").set({ known_since }).where("id", "=", id).execute();
    assert.equal((await vote(person, survey)).problem.code, "overloaded");
    clock.advance(10 * SECOND_MS);
    await voteFor(kanaat, person, survey, 0);
  });

  // SQLite has one writer, so writes never run concurrently.
  if (db.engine === "postgres") {
    it("is counted first if it came first: votes_overlap (R397, R427)", async (t) => {
      const [survey, free] = [await ask(), await ask()];
      const left = await verified();
      await voteFor(kanaat, left, survey, 0);
      await leave(left);
      await anonymize();
      for (const asked of [survey, free]) {
        const person = await verified();
        await askToMove(person, left.email);
        const holding = await db.query.startTransaction().execute();
        t.after(() => holding.isCommitted || holding.rollback().execute());
        await sql`select id from options where survey_id = ${asked.id} for update`.execute(holding);
        const voting = vote(person, asked);
        await waitForLocks(db, 1);
        const moving = verify(person, left.email);
        // Long enough for a change that does not wait.
        await Promise.race([moving, sleep(500)]);
        await holding.commit().execute();
        assert.equal((await voting).status, 201);
        const { status, problem } = await moving;
        if (asked === survey) assert.equal(problem.code, "votes_overlap");
        else assert.equal(status, 200);
      }
    });
  }
});

describe("two accounts that have both voted on a survey", () => {
  it("do not become one address's or identity's: votes_overlap (R397)", async () => {
    const survey = await ask();
    const { login } = newPerson("google");
    const [leaving, staying] = [await verified(), await verified()];
    await succeed(link(leaving, login));
    for (const voter of [leaving, staying]) await voteFor(kanaat, voter, survey, 0);
    await leave(leaving);
    for (const settle of [async () => undefined, anonymize]) {
      await settle();
      assert.equal((await link(staying, login)).problem.code, "votes_overlap");
      giveAddress(login, staying);
      assert.equal((await kanaat.logInWith("google", login)).problem.code, "votes_overlap");
      await askToMove(staying, leaving.email);
      assert.equal((await verify(staying, leaving.email)).problem.code, "votes_overlap");
    }
    await signIn(kanaat, staying);
  });
});

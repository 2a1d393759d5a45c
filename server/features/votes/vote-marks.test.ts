import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { deleteAccount, register } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { closeSurvey, deleteSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getResults, getVoteStatus, listVoted } from "#contract/endpoints/votes.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { createVoteCaster } from "./votes.writes.ts";

const kanaat = await testApp({ after });
const { db, clock, mailboxes } = kanaat;
type Survey = Awaited<ReturnType<typeof publishSurvey>>;
type Choice = { id: number; options: readonly { id: number }[] };

let names = 0;
const newName = () => `anahtar${names++}`;
const join = (email: string) => signUp(kanaat, { email });
const leave = async ({ token, password }: Person) =>
  assert.equal((await kanaat.call(deleteAccount, { token, body: { password } })).status, 204);
const vote = ({ token }: Person, { id, options }: Choice, place = 0) =>
  kanaat.call(castVote, { token, body: { survey_id: id, survey_option_id: options[place]?.id } });
const invite = async ({ token }: Person, { id }: Survey, { nickname }: Person) =>
  assert.ok(
    (await kanaat.call(invitePerson, { token, params: { id }, body: { nickname } })).status < 300,
  );
const marksOf = ({ id }: Survey) =>
  db.query.selectFrom("vote_marks").selectAll().where("survey_id", "=", id).execute();
const countsOf = async ({ id }: Survey, { token }: Person) =>
  (await kanaat.call(getResults, { token, params: { id } })).body.items.map(({ count }) => count);
async function anonymize(): Promise<void> {
  clock.advance(30_000);
  await kanaat.runMaintenance();
}

async function refuses(person: Person, survey: Survey): Promise<void> {
  const { status, problem } = await vote(person, survey, 1);
  assert.deepEqual([status, problem.code], [409, "already_voted"]);
}

describe("one mailbox", () => {
  it("has one vote in a survey, however often its account is deleted and opened (R211)", async () => {
    const owner = await signUp(kanaat);
    const [survey, other] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    const email = `${newName()}@ornek.com`;
    let person = await join(email);
    await voteFor(kanaat, person, survey, 0);
    for (let round = 0; round < 5; round++) {
      await leave(person);
      // In every other round the vote still belongs to the deleted account.
      if (round % 2) await anonymize();
      person = await join(email);
      await refuses(person, survey);
      if (round === 2) await voteFor(kanaat, person, other, 1);
      if (round > 2) await refuses(person, other);
    }
    assert.deepEqual(await countsOf(survey, owner), [1, 0]);
    assert.deepEqual(await countsOf(other, owner), [0, 1]);
  });

  it("is recognised by each of its addresses, before and after its votes are anonymous (R211)", async () => {
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    const name = newName();
    const early = await join(`${name}@ornek.net`);
    const first = await join(`a.${name.slice(1)}@gmail.com`);
    await voteFor(kanaat, first, survey, 0);
    // Another account of this mailbox, as earlier versions allowed.
    await db.query
      .updateTable("users")
      .set({
        email: `${name}+once@gmail.com`,
        canonical_email: `${name}@gmail.com`,
        twin: early.id,
      })
      .where("id", "=", early.id)
      .execute();
    const twin = {
      ...early,
      ...(await signIn(kanaat, { ...early, email: `${name}+once@gmail.com` })),
    };
    await leave(first);
    await refuses(twin, survey);
    await leave(twin);
    for (const email of [`${name}@googlemail.com`, `${name.toUpperCase()}+2@Gmail.com`]) {
      const person = await join(email);
      await refuses(person, survey);
      await anonymize();
      await refuses(person, survey);
      await leave(person);
    }
    await voteFor(kanaat, await join(`${name}@ornek.com`), survey, 1);
    assert.deepEqual(await countsOf(survey, owner), [1, 1]);
  });

  it("has one vote in a private survey too, which is reported only when invited (R211)", async () => {
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner, { visibility: "private" });
    const email = `${newName()}@ornek.com`;
    const first = await join(email);
    await invite(owner, survey, first);
    await voteFor(kanaat, first, survey, 0);
    await leave(first);
    const second = await join(email);
    for (const settle of [async () => undefined, anonymize]) {
      await settle();
      assert.equal((await vote(second, survey)).problem.code, "survey_not_found");
    }
    await invite(owner, survey, second);
    await refuses(second, survey);
  });

  it("learns where its deleted account voted only by a vote that would otherwise count (R213)", async () => {
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner, { result_visibility: "after" });
    const email = `${newName()}@ornek.com`;
    const first = await join(email);
    await voteFor(kanaat, first, survey, 0);
    await leave(first);
    const again = await join(email);
    const { token } = again;
    const knows = async () => {
      const status = await kanaat.call(getVoteStatus, { token, params: { id: survey.id } });
      const voted = await kanaat.call(listVoted, { token, query: { survey_ids: `${survey.id}` } });
      const results = await kanaat.call(getResults, { token, params: { id: survey.id } });
      const wrong = await vote(again, { ...survey, options: [{ id: 1_000_000 }] });
      return [status.body, voted.body.items, results.problem?.code, wrong.problem.code];
    };
    const nothing = [false, [], "results_hidden", "option_not_in_survey"];
    assert.deepEqual(await knows(), nothing);
    await anonymize();
    assert.deepEqual(await knows(), nothing);
    await refuses(again, survey);
    await kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } });
    assert.equal((await vote(again, survey)).problem.code, "survey_ended");
  });
});

describe("a mark", () => {
  it("names neither person nor option, and has nothing in common with the person's others (R212)", async () => {
    const owner = await signUp(kanaat);
    const surveys = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    const person = await join(`${newName()}@ornek.com`);
    for (const survey of surveys) await voteFor(kanaat, person, survey, 1);
    await leave(person);
    await anonymize();
    const marks = (await Promise.all(surveys.map(marksOf))).flat();
    assert.equal(marks.length, 2);
    assert.equal(new Set(marks.map(({ mark }) => mark)).size, 2);
    for (const mark of marks) assert.deepEqual(Object.keys(mark).sort(), ["mark", "survey_id"]);
    const pending = await db.query.selectFrom("pending_anonymizations").selectAll().execute();
    assert.deepEqual(pending, []);
  });

  it("stays 30 days after the survey's end, and no longer than the survey (R212)", async () => {
    const owner = await signUp(kanaat);
    const [closed, ending, endless, removed] = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) }),
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ] as const;
    const all = [closed, ending, endless, removed];
    const person = await join(`${newName()}@ornek.com`);
    for (const survey of all) await voteFor(kanaat, person, survey, 0);
    await leave(person);
    await anonymize();
    const marks = async () => (await Promise.all(all.map(marksOf))).map(({ length }) => length);
    assert.deepEqual(await marks(), [1, 1, 1, 1]);

    const call = { token: owner.token };
    await kanaat.call(deleteSurvey, { ...call, params: { id: removed.id } });
    await kanaat.call(closeSurvey, { ...call, params: { id: closed.id } });
    await kanaat.runMaintenance();
    assert.deepEqual(await marks(), [1, 1, 1, 0]);
    clock.advance(30 * DAY_MS);
    await kanaat.runMaintenance();
    assert.deepEqual(await marks(), [0, 1, 1, 0]);
    clock.advance(DAY_MS);
    await kanaat.runMaintenance();
    assert.deepEqual(await marks(), [0, 0, 1, 0]);
  });
});

describe("a vote under way while its account is deleted", () => {
  it("is refused once the account is gone (R211)", async () => {
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    const person = await join(`${newName()}@ornek.com`);
    await leave(person);
    // As in another process that does not know yet that the session has ended.
    const cast = createVoteCaster(db, clock, mailboxes);
    const late = cast({
      vote: { survey_id: survey.id, survey_option_id: survey.options[0]?.id ?? 0 },
      voter: voterOf({
        id: person.id,
        numbers: [mailboxes.numberOf(person.email)],
        verifiedAt: 0,
        knownSince: 0,
      }),
    });
    await assert.rejects(late, { code: "invalid_token" });
    assert.deepEqual(await countsOf(survey, owner), [0, 0]);
  });

  // On SQLite nothing can happen between the vote and the deletion.
  if (db.engine === "postgres") {
    it("is counted before the mailbox has an account again (R211)", async () => {
      const owner = await signUp(kanaat);
      const survey = await publishSurvey(kanaat, owner);
      const person = await join(`${newName()}@ornek.com`);
      const [held] = survey.options;
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
      const holding = db.query.transaction().execute(async (tx) => {
        await sql`select id from options where id = ${held?.id} for update`.execute(tx);
        lock();
        await released;
      });
      await locked;
      const late = vote(person, survey, 0);
      await sleep(100);
      await leave(person);
      const { email, password } = person;
      let isOpen = false;
      const again = kanaat.call(register, { body: registrationForm({ email }) }).then((answer) => {
        isOpen = true;
        return answer;
      });
      await sleep(300);
      assert.equal(isOpen, false);
      release();
      await holding;
      assert.equal((await late).status, 201);
      assert.equal((await again).status, 201);
      await refuses({ ...person, ...(await signIn(kanaat, { email, password })) }, survey);
      assert.deepEqual(await countsOf(survey, owner), [1, 0]);
    });
  }

  it("and votes of accounts that take its address count once, however they come (R211)", async () => {
    const owner = await signUp(kanaat);
    const email = `${newName()}@ornek.com`;
    const surveys = await Promise.all(
      Array.from({ length: 6 }, () => publishSurvey(kanaat, owner)),
    );
    const won = new Map(surveys.map(({ id }) => [id, 0]));
    let person = await join(email);
    for (let round = 0; round < 4; round++) {
      const voting = surveys.map(async (survey) => {
        const { status } = await vote(person, survey, round % 2);
        if (status === 201) won.set(survey.id, (won.get(survey.id) ?? 0) + 1);
      });
      const old = person;
      const leaving = leave(old).then(() => (round % 2 ? anonymize() : undefined));
      await Promise.all([...voting, leaving]);
      person = await join(email);
    }
    for (const survey of surveys) {
      assert.ok((won.get(survey.id) ?? 0) <= 1);
      const counts = await countsOf(survey, owner);
      assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), won.get(survey.id));
    }
  });
});

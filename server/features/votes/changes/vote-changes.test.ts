import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { CastKind, Choice } from "#contract/ballots/ballots.ts";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { HOUR_MS } from "#contract/durations.ts";
import { getOwnReceipt, getSeal } from "#contract/endpoints/receipts.ts";
import { getReport } from "#contract/endpoints/report.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import {
  castVote,
  changeVote,
  getResults,
  getVoteStatus,
  listVoted,
  withdrawVote,
} from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ApiError } from "#server/errors.ts";
import { WRONG_CHOICE_COUNTERS } from "#server/features/ballots/choices.reads.ts";
import { WRONG_NO_OPINION_COUNTERS } from "#server/features/ballots/no-opinion.reads.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { testApp } from "#server/testing/test-app.ts";
import {
  checkStep,
  choicesOf,
  countedFor,
  countsOf,
  isOpinion,
  type Model,
  noOpinionsIn,
  randomChoice,
} from "#server/testing/vote-histories.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { draftSurvey, type NewSurvey, publishSurvey } from "#testing/surveys.ts";
import { rankListed } from "../ranking.writes.ts";
import { WRONG_VOTE_COUNTERS } from "../votes.reads.ts";
import { createVoteCaster } from "../votes.writes.ts";
import { createVoteChanger } from "./vote-changes.writes.ts";

// `npm run bench:race -- --histories 100000` takes more steps.
const STEPS = Number(process.env.STEPS ?? 1000);
const SEED = Number(process.env.SEED ?? 73);

const kanaat = await testApp({ after });
const { db, clock, mailboxes } = kanaat;
const owner = await signUp(kanaat);
const people = await Promise.all(Array.from({ length: 24 }, () => signUp(kanaat)));
const [ayse, bora] = people as [Person, Person];
const OPTIONS = ["Çay", "Kahve", "Ayran"];

const ask = (form: NewSurvey = {}, by = owner) =>
  publishSurvey(kanaat, by, { options: OPTIONS, vote_change: "until_end", ...form });
const optionOf = (survey: Survey, at: number) => survey.options[at]?.id ?? 0;
const bodyOf = (survey: Survey, at: number) => ({
  ...{ survey_id: survey.id, survey_option_id: optionOf(survey, at) },
});
const vote = ({ token }: Person, survey: Survey, at: number) =>
  kanaat.call(castVote, { token, body: bodyOf(survey, at) });
const change = ({ token }: Person, survey: Survey, at: number) =>
  kanaat.call(changeVote, { token, body: bodyOf(survey, at) });
const withdraw = ({ token }: Person, { id }: Pick<Survey, "id">) =>
  kanaat.call(withdrawVote, { token, params: { id } });
async function seenBy({ token }: Person, { id }: Survey) {
  const { body, problem } = await kanaat.call(getResults, { token, params: { id } });
  return problem?.code ?? body.items.map(({ count }) => count);
}

describe("a vote that may be changed", () => {
  it("counts for what it says now, once, and keeps its receipt (R575, R578)", async () => {
    const survey = await ask();
    await succeed(vote(ayse, survey, 0));
    await succeed(vote(bora, survey, 1));
    const receiptOf = async () =>
      (await succeed(kanaat.call(getOwnReceipt, { ...ayse, params: { id: survey.id } }))).item;
    const { receipt, signed } = await receiptOf();
    assert.equal(signed?.document.vote_change, "until_end");
    await succeed(change(ayse, survey, 1));
    assert.deepEqual(await seenBy(ayse, survey), [0, 2, 0]);
    await succeed(change(ayse, survey, 1));
    assert.deepEqual(await seenBy(ayse, survey), [0, 2, 0]);
    assert.equal((await receiptOf()).receipt, receipt);
  });

  it("is gone once withdrawn: its voter sees what people see who have not voted, and may vote again (R576)", async () => {
    const survey = await ask({ result_visibility: "after" });
    await succeed(vote(ayse, survey, 0));
    assert.deepEqual(await seenBy(ayse, survey), [1, 0, 0]);
    assert.equal((await withdraw(ayse, survey)).status, 204);
    assert.equal(await seenBy(ayse, survey), "results_hidden");
    const asked = { token: ayse.token, params: { id: survey.id } };
    assert.equal((await kanaat.call(getVoteStatus, asked)).body, false);
    const query = { survey_ids: `${survey.id}` };
    assert.deepEqual((await kanaat.call(listVoted, { ...ayse, query })).body.items, []);
    assert.equal((await kanaat.call(getOwnReceipt, asked)).problem.code, "vote_not_found");
    assert.deepEqual(await seenBy(owner, survey), [0, 0, 0]);
    await succeed(vote(ayse, survey, 2));
    assert.deepEqual(await seenBy(ayse, survey), [0, 0, 1]);
  });

  it("is refused with the reason, and stays (R577)", async () => {
    const codeOf = async (call: ReturnType<typeof change | typeof withdraw>) =>
      (await call).problem.code;
    const both = async (who: Person, survey: Survey) => [
      await codeOf(change(who, survey, 1)),
      await codeOf(withdraw(who, survey)),
    ];
    const same = (code: string) => [code, code];
    const fixed = await ask({ vote_change: "fixed" });
    await succeed(vote(ayse, fixed, 0));
    assert.deepEqual(await both(ayse, fixed), same("vote_fixed"));
    const survey = await ask();
    assert.deepEqual(await both(ayse, survey), same("vote_not_found"));
    await succeed(vote(ayse, survey, 0));
    assert.equal(await codeOf(change(ayse, { ...survey, options: fixed.options }, 1)), OTHER);
    const ranking = { survey_id: survey.id, ...rankingOf([optionOf(survey, 0)]) };
    const ranked = kanaat.call(changeVote, { token: ayse.token, body: ranking });
    assert.equal(await codeOf(ranked), "wrong_ballot");
    const several = await ask({ ballot: "multiple", max_choices: 1 });
    const chosen = (ids: number[]) => ({
      ...{ token: ayse.token, body: { survey_id: several.id, ...selectionOf(ids) } },
    });
    await succeed(kanaat.call(castVote, chosen([optionOf(several, 0)])));
    const all = several.options.map(({ id }) => id);
    assert.equal(await codeOf(kanaat.call(changeVote, chosen(all))), "choice_count_out_of_range");
    const secret = await ask({ visibility: "private" });
    assert.deepEqual(await both(ayse, secret), same("survey_not_found"));
    const planned = await ask({ start_time: clock.iso(HOUR_MS) });
    assert.deepEqual(await both(ayse, planned), same("survey_not_started"));
    const draft = await draftSurvey(kanaat, owner, { vote_change: "until_end" });
    assert.deepEqual(await both(owner, { ...survey, id: draft }), same("survey_not_published"));
    const suspended = await signUp(kanaat);
    await db.query
      .updateTable("users")
      .set({ suspended_until: clock.now() + HOUR_MS })
      .where("id", "=", suspended.id)
      .execute();
    const again = { ...suspended, ...(await signIn(kanaat, suspended)) };
    assert.deepEqual(await both(again, survey), same("account_suspended"));
    await succeed(vote(owner, survey, 0));
    const setHidden = (hidden: "public" | null) =>
      db.query
        .updateTable("surveys")
        .set({ hidden, visibility: hidden ? "private" : "public" })
        .where("id", "=", survey.id)
        .execute();
    await setHidden("public");
    assert.deepEqual(await both(owner, survey), same("survey_hidden"));
    await setHidden(null);
    await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } }));
    assert.deepEqual(await both(ayse, survey), same("survey_ended"));
    assert.deepEqual(await seenBy(owner, survey), [2, 0, 0]);
  });

  it("is of no group before the end, and counted in the groups and the seal of the end as it is then (R578, R580)", async () => {
    const survey = await ask({ expire_time: clock.iso(2 * HOUR_MS) });
    const town = [...people, owner];
    for (const person of town) await succeed(vote(person, survey, 0));
    for (const person of people.slice(0, 10)) await succeed(change(person, survey, 1));
    await succeed(withdraw(bora, survey));
    // As many as a look needs, by people whose accounts are gone.
    const gone = Array.from({ length: 40 }, (_, i) => ({
      ...{ survey_id: survey.id, user_id: -1 - i, option_id: optionOf(survey, 2), changeable: 0 },
    }));
    await db.query.insertInto("votes").values(gone).execute();
    await db.query
      .updateTable("options")
      .set({ vote_count: 40 })
      .where("id", "=", optionOf(survey, 2))
      .execute();
    await kanaat.runMaintenance();
    const report = () => kanaat.call(getReport, { token: ayse.token, params: { id: survey.id } });
    const running = await succeed(report());
    assert.deepEqual([running.breakdown, running.timeline], [null, []]);
    clock.advance(3 * HOUR_MS);
    await kanaat.runMaintenance();
    const ended = await succeed(report());
    assert.equal(ended.breakdown?.votes, 64);
    const { signed } = (await succeed(kanaat.call(getSeal, { params: { id: survey.id } }))).item;
    const { receipts, survey: sealed, ...document } = signed?.document ?? {};
    assert.deepEqual([receipts?.count, sealed?.vote_change], [64, "until_end"]);
    assert.equal("heads" in document && document.heads?.count, 1);
    const own = { token: ayse.token, params: { id: survey.id } };
    const { item } = await succeed(kanaat.call(getOwnReceipt, own));
    assert.equal(item.signed?.document.vote_change, undefined);
    assert.deepEqual(ended.timeline, []);
    assert.deepEqual(await seenBy(ayse, survey), [15, 9, 40]);
  });
});

const OTHER = "option_not_in_survey";

describe("casting, changing, withdrawing, hiding and ending at random", () => {
  const voters = people.map(({ id, email }) =>
    voterOf({ id, numbers: [mailboxes.numberOf(email)], verifiedAt: 0, knownSince: 0 }),
  );
  const cast = createVoteCaster(db, clock, mailboxes);
  const alter = createVoteChanger(db, clock);
  const WRONG = {
    ...{ ...WRONG_VOTE_COUNTERS, ...WRONG_CHOICE_COUNTERS },
    ...WRONG_NO_OPINION_COUNTERS,
  };
  const KINDS: CastKind[] = ["single", "multiple", "ranked", "rating"];

  async function begin(kind: CastKind, visibility: "public" | "private"): Promise<Model> {
    const ballot = kind === "single" ? {} : { ballot: kind };
    const { id, options } = await ask({ ...ballot, visibility, allows_no_opinion: true });
    await db.query
      .insertInto("invitations")
      .values(people.map((person) => ({ survey_id: id, user_id: person.id, created_at: 1 })))
      .execute();
    return {
      ...{ id, kind, options: options.map((one) => one.id), isPrivate: visibility === "private" },
      ...{ isOpen: true, isHidden: false, votes: new Map(), established: new Set() },
      step: { established: new Set(), counts: [...options.map(() => 0), 0] },
    };
  }

  const codeOf = (error: unknown) => {
    if (error instanceof ApiError) return error.code;
    throw error;
  };

  /** Does one thing, and says what a naive reader expects and what happened. */
  async function act(random: Random, model: Model, at: number) {
    const voter = voters[at];
    assert.ok(voter);
    const what = random.pick(["cast", "cast", "change", "change", "withdraw"] as const);
    const choice = randomChoice(random, model);
    const has = model.votes.has(voter.id);
    const expected = () => {
      if (model.isHidden) return "survey_not_found";
      if (what === "cast" && has) return "already_voted";
      if (!model.isOpen) return "survey_ended";
      return what === "cast" || has ? "done" : "vote_not_found";
    };
    const due = expected();
    const ballot = { survey_id: model.id, ...choice };
    const task =
      what === "cast"
        ? cast({ vote: ballot, voter })
        : alter({
            ...{ surveyId: model.id, voter: voter.id },
            ...(what === "change" && { vote: ballot }),
          });
    const outcome = await task.then(() => "done", codeOf);
    assert.equal(outcome, due, `${what} on ${model.kind}`);
    if (outcome !== "done") return;
    if (what === "withdraw") {
      model.votes.delete(voter.id);
      model.established.delete(voter.id);
      return;
    }
    model.votes.set(voter.id, choice);
    // Two of three accounts are established.
    if (!isOpinion(choice)) model.established.delete(voter.id);
    else if (model.isPrivate && at % 3 > 0) model.established.add(voter.id);
  }

  async function compare(model: Model) {
    const rows = await db.query
      .selectFrom("votes")
      .select(["user_id", "option_id", "no_opinion"])
      .where("survey_id", "=", model.id)
      .orderBy("user_id")
      .execute();
    const expected = [...model.votes].map(([user_id, choice]) => ({
      ...{ user_id, option_id: countedFor(choice) },
    }));
    assert.deepEqual(
      rows.map(({ user_id, option_id, no_opinion }) => ({
        ...{ user_id: Number(user_id), option_id: no_opinion ? undefined : option_id },
      })),
      expected.sort((a, b) => a.user_id - b.user_id),
    );
    const options = await db.query
      .selectFrom("options")
      .select(["vote_count", "private_votes", "shown_votes", "established_votes"])
      .where("survey_id", "=", model.id)
      .orderBy("position")
      .execute();
    const counts = countsOf(model);
    const ofPrivate = counts.map((count) => (model.isPrivate ? count : 0));
    assert.deepEqual(
      options.map((option) => [option.vote_count, option.private_votes]),
      counts.map((count, i) => [count, ofPrivate[i]]),
    );
    const none = await db.query
      .selectFrom("no_opinion_counts")
      .select(["vote_count", "private_votes", "shown_votes"])
      .where("survey_id", "=", model.id)
      .executeTakeFirst();
    const said = noOpinionsIn(model);
    assert.equal(none?.vote_count ?? 0, said);
    assert.equal(none?.private_votes ?? 0, model.isPrivate ? said : 0);
    const established = options.reduce((sum, option) => sum + (option.established_votes ?? 0), 0);
    assert.equal(established, model.established.size);
    const choices = await db.query
      .selectFrom("choice_counts")
      .select(["option_id", "value", "vote_count"])
      .where("option_id", "in", [...model.options])
      .where("vote_count", ">", 0)
      .execute();
    assert.deepEqual(
      choices
        .map(({ option_id, value, vote_count }) => `${option_id} ${value} ${vote_count}`)
        .sort(),
      choicesOf(model),
    );
    if (model.isPrivate) {
      const shown = options.map(({ shown_votes }) => shown_votes);
      checkStep(model, [...shown, none?.shown_votes ?? 0]);
    }
  }

  async function setState(model: Model, state: Partial<Pick<Model, "isHidden" | "isOpen">>) {
    Object.assign(model, state);
    const visible = model.isPrivate ? "private" : "public";
    await db.query
      .updateTable("surveys")
      .set({
        hidden: model.isHidden ? visible : null,
        visibility: model.isHidden ? "private" : visible,
        ...(!model.isOpen && { expire_time: clock.now() }),
      })
      .where("id", "=", model.id)
      .execute();
  }

  /** Returns how many steps private surveys have shown. */
  async function play(seed: number): Promise<number> {
    const random = new Random(seed);
    let models: Model[] = [];
    let shown = 0;
    for (let step = 0; step < STEPS; step += 4) {
      if (step % 500 === 0) {
        models = [];
        for (const kind of KINDS) {
          models.push(await begin(kind, "public"), await begin(kind, "private"));
        }
      }
      clock.advance(10);
      const model = random.pick(models);
      // Different people at once, so that their transactions are gathered or meet.
      const turns = random.shuffled([...voters.keys()]).slice(0, 4);
      await Promise.all(turns.map((at) => act(random, model, at)));
      if (random.chance(3)) await setState(model, { isHidden: !model.isHidden });
      if (step % 500 > 400 && random.chance(10)) await setState(model, { isOpen: false });
      if (model.isOpen && !model.isHidden) {
        await rankListed(db, new AbortController().signal, clock.now());
      }
      const { step: before } = model;
      await compare(model);
      if (model.step !== before) shown++;
    }
    for (const wrong of Object.values(WRONG)) {
      assert.deepEqual((await wrong.execute(db.query)).rows, []);
    }
    return shown;
  }

  it(`leaves what a naive model says, after each step from seed ${SEED} (R575, R576, R579)`, {
    timeout: Number.POSITIVE_INFINITY,
  }, async (t) => {
    for (const [i, { id }] of people.entries()) {
      const created_at = i % 3 > 0 ? 0 : clock.now();
      await db.query.updateTable("users").set({ created_at }).where("id", "=", id).execute();
    }
    const shown = await play(SEED);
    t.diagnostic(`${STEPS} steps, private surveys have shown ${shown} times`);
    assert.ok(shown > 0);
  });

  it("of a change beside a withdrawal or the end does one or the other (R575, R576)", async () => {
    const random = new Random(SEED);
    for (const kind of KINDS) {
      const model = await begin(kind, "public");
      const ballot = () => ({ survey_id: model.id, ...randomChoice(random, model) });
      for (const voter of voters) await cast({ vote: ballot(), voter });
      clock.advance(10);
      const [last] = await Promise.all([
        Promise.all(
          voters.map(async ({ id: voter }): Promise<Choice | undefined> => {
            const asked = { surveyId: model.id, voter };
            const next = randomChoice(random, model);
            const answers = await Promise.all([
              alter({ ...asked, vote: { survey_id: model.id, ...next } }).then(
                () => "done",
                codeOf,
              ),
              alter(asked).then(() => "done", codeOf),
            ]);
            const known = ["done", "vote_not_found", "survey_ended"];
            assert.ok(answers.every((answer) => known.includes(answer)));
            return answers[1] === "done" ? undefined : next;
          }),
        ),
        kind === "single" ? setState(model, { isOpen: false }) : undefined,
      ]);
      const rows = await db.query
        .selectFrom("votes")
        .select("user_id")
        .where("survey_id", "=", model.id)
        .execute();
      if (kind !== "single") assert.equal(rows.length, last.filter(Boolean).length);
    }
    for (const wrong of Object.values(WRONG)) {
      assert.deepEqual((await wrong.execute(db.query)).rows, []);
    }
  });
});

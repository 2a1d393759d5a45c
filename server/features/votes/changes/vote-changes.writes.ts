import { formOf, ofEachForm, type VoteForm } from "#contract/ballots/ballots.ts";
import type { Clock } from "#server/clock.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { storageOf, storageOfForm } from "#server/features/ballots/ballots.reads.ts";
import {
  addToChoices,
  addToOptions,
  type CountedChoice,
  deleteChoices,
  insertChoices,
} from "#server/features/ballots/changed-counts.writes.ts";
import { addToNoOpinions } from "#server/features/ballots/no-opinion.writes.ts";
import { NO_OPTION, type VoterId } from "#server/features/voters/voters.reads.ts";
import { deleteVotes, replaceOptions } from "#server/features/voters/voters.writes.ts";
import type { Refusal } from "../vote-conditions.reads.ts";
import type { CastVote } from "../votes.writes.ts";
import { type LockedVote, selectLocked } from "./locked-votes.reads.ts";
import { moveTogether } from "./moved-votes.writes.ts";
import { findChangeRefusals, type VoteChange, WITHDRAWN } from "./vote-changes.reads.ts";

const LARGEST_BATCH = 1000;
const ATTEMPTS = 4;

/**
 * Returns a function that changes or withdraws one vote and resolves once that is committed and
 * synced: in one transaction, with all counters, under the key of the vote (ADR-073). Throws the code
 * of the reason for refusal.
 */
export function createVoteChanger(
  db: Database,
  clock: Clock,
): (change: VoteChange) => Promise<CastVote> {
  const submitterFor = (form?: VoteForm) =>
    groupCommit<VoteChange, Refusal | CastVote>(
      (changes) => changeBatch(db, form, changes, clock.now()),
      LARGEST_BATCH,
    );
  const changers = ofEachForm(submitterFor);
  const withdraw = submitterFor();
  return async (change) => {
    const submit = change.vote ? changers[formOf(change.vote)] : withdraw;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const outcome = await submit(change);
      if (typeof outcome === "object") return outcome;
      if (outcome !== "changed" && outcome !== "unmarked" && outcome !== "outdated")
        throw new ApiError(outcome);
    }
    throw new ApiError("overloaded");
  };
}

/** Returns for each that it was done, or why it was refused. */
async function changeBatch(
  db: Database,
  form: VoteForm | undefined,
  changes: readonly VoteChange[],
  now: number,
): Promise<(Refusal | CastVote)[]> {
  const seen = new Set<string>();
  // Of several by one person on a survey, the others are tried again afterwards.
  const tried = changes.filter(
    ({ surveyId, voter }) => seen.size < seen.add(`${surveyId}:${voter}`).size,
  );
  const done = new Map(doneOf(tried, await moveTogether(db, form, tried, now)));
  const others = tried.filter((change) => !done.has(change));
  for (const [change, vote] of await changeInSteps(db, form, others, now)) done.set(change, vote);
  const refused = others.filter((change) => !done.has(change));
  const refusals = await findChangeRefusals(db, { form, changes: refused, now });
  const refusalOf = new Map(refused.map((change, i) => [change, refusals[i]]));
  return changes.map((change) => {
    const vote = done.get(change);
    if (!vote) return refusalOf.get(change) ?? "changed";
    return { isInSteps: vote.while_private === 1 && vote.in_steps === 1, isChangeable: true };
  });
}

type Done = [VoteChange, LockedVote][];

const doneOf = (changes: readonly VoteChange[], votes: readonly LockedVote[]): Done =>
  votes.flatMap((vote) => {
    const change = changes[vote.place];
    return change ? [[change, vote]] : [];
  });

/** Changes votes of any form, with a statement for each of what follows from them. */
async function changeInSteps(
  db: Database,
  form: VoteForm | undefined,
  changes: readonly VoteChange[],
  now: number,
): Promise<Done> {
  if (changes.length === 0) return [];
  const votes = await transact(db, async (tx) => {
    const { rows } = await selectLocked(db, form, changes, now).execute(tx);
    if (rows.length > 0) await applyChanges(db, tx, { form, changes, votes: rows });
    return rows;
  });
  return doneOf(changes, votes);
}

async function applyChanges(
  db: Database,
  tx: Transaction,
  {
    form,
    changes,
    votes,
  }: {
    form: VoteForm | undefined;
    changes: readonly VoteChange[];
    votes: readonly LockedVote[];
  },
): Promise<void> {
  const { chosen, isOpinion = true } = form ? storageOfForm(form) : WITHDRAWN;
  const gone = votes.filter(({ next }) => next === null);
  const kept = votes.flatMap(({ next, ...vote }) => (next === null ? [] : [{ ...vote, next }]));
  const choices = [
    ...(await takeChoices(db, tx, votes)),
    ...kept.flatMap(({ place, ...vote }) => {
      const change = changes[place]?.vote;
      const options = (change && chosen?.(change)) ?? [];
      return options.map(([option_id, value]) => ({
        ...vote,
        option_id,
        value,
        times: 1 as const,
      }));
    }),
  ];
  for (const [surveyId, ofSurvey] of Map.groupBy(gone, (vote) => vote.survey_id)) {
    await deleteVotes(db, tx, surveyId, votersOf(ofSurvey));
  }
  const moved = kept.filter(({ next, option_id }) => (isOpinion ? next : NO_OPTION) !== option_id);
  await replaceOptions(db, tx, moved, isOpinion);
  const counted = [
    ...votes.map((vote) => ({ ...vote, times: -1 as const })),
    ...kept.map(({ next, ...vote }) => ({
      ...{ ...vote, option_id: isOpinion ? next : NO_OPTION, times: 1 as const },
    })),
  ];
  const [none, some] = [
    counted.filter(({ option_id }) => option_id === NO_OPTION),
    counted.filter(({ option_id }) => option_id !== NO_OPTION),
  ];
  await addToOptions(db, tx, some);
  const added = choices.filter(({ times }) => times === 1);
  await insertChoices(db, tx, added);
  await addToChoices(db, tx, choices);
  await addToNoOpinions(db, tx, none);
}

/** Deletes what the votes chose, and returns it as choices that cease to count. */
async function takeChoices(
  db: Database,
  tx: Transaction,
  votes: readonly LockedVote[],
): Promise<CountedChoice[]> {
  const several = votes.filter(({ ballot }) => storageOf(ballot).chosen);
  const taken: CountedChoice[] = [];
  for (const [survey_id, ofSurvey] of Map.groupBy(several, (vote) => vote.survey_id)) {
    const byVoter = new Map(ofSurvey.map((vote) => [vote.voter, vote]));
    for (const choice of await deleteChoices(db, tx, survey_id, votersOf(ofSurvey))) {
      const while_private = byVoter.get(choice.voter)?.while_private ?? null;
      taken.push({ ...choice, survey_id, while_private, times: -1 });
    }
  }
  return taken;
}

const votersOf = (votes: readonly LockedVote[]): VoterId[] => votes.map(({ voter }) => voter);

import { type CountableVote, formOf } from "#contract/ballots/ballots.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { hasRounds } from "#server/features/ballots/ballots.reads.ts";
import { createCohortFolding } from "#server/features/ballots/cohorts.writes.ts";
import { takeLooks } from "#server/features/report/looks.writes.ts";
import { readPopulation } from "#server/features/report/population.ts";
import { resultsChanged } from "#server/features/results/results.reads.ts";
import { countRounds } from "#server/features/results/rounds.writes.ts";
import type { Voter } from "#server/features/voters/voters.reads.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { VoteChange } from "./changes/vote-changes.reads.ts";
import { createVoteChanger } from "./changes/vote-changes.writes.ts";
import { createOriginCounts } from "./origins.writes.ts";
import { createRanking, type GrownSurvey } from "./ranking.writes.ts";
import { createVoteCaster } from "./votes.writes.ts";

/** What features that let people vote get. */
export interface VoteCasting {
  /**
   * Casts one vote of somebody who calls from this network address, and shows it where results are
   * shown. Throws as `createVoteCaster` says.
   */
  castVote(vote: CountableVote, voter: Voter, address: string): Promise<void>;
  /** Changes or withdraws a vote, and shows that. Throws as `createVoteChanger` says. */
  changeVote(change: VoteChange): Promise<void>;
}

export function createVoteCasting(context: AppContext): VoteCasting {
  const { db, clock, config, mailboxes, changed, siblings } = context;
  const cast = createVoteCaster(db, clock, mailboxes, {
    needsVerified: config.verifiedVotersRequired,
    verifies: config.mail !== undefined,
  });
  const change = createVoteChanger(db, clock);
  const parts = { ...context, population: readPopulation() };
  const rank = createRanking(context, async (surveys, now) => {
    const due = surveys.filter(({ isDue }) => isDue);
    await takeLooks(parts, idsOf(due), now);
    const ranked = surveys.filter(({ ballot }) => hasRounds(ballot));
    await countRounds(context, idsOf(ranked), now);
  });
  const foldCohorts = createCohortFolding(context);
  const countOrigin = createOriginCounts(context);

  async function show(surveyId: number, isInSteps: boolean): Promise<void> {
    await rank(surveyId, isInSteps);
    changed(resultsChanged(surveyId));
    // The voter's next request may reach another process.
    if (siblings) await siblings.tell(resultsChanged(surveyId));
  }

  return {
    async castVote(vote, voter, address) {
      const surveyId = vote.survey_id;
      const { isInSteps, isChangeable } = await cast({ vote, voter }).catch((error) => {
        // The earlier vote may be one of unknown outcome, or one cast through another server.
        if (error instanceof ApiError && error.code === "already_voted") {
          changed(resultsChanged(surveyId));
        }
        throw error;
      });
      foldCohorts();
      const isOpinion = formOf(vote) !== "no_opinion";
      // In steps, even numbers of accounts would reveal that somebody voted; where votes may be
      // withdrawn, that somebody voted again.
      if (isOpinion && !isInSteps && !isChangeable)
        countOrigin(surveyId, voter.id, networkOf(address));
      await show(surveyId, isInSteps);
    },
    async changeVote(asked) {
      const { isInSteps } = await change(asked);
      await show(asked.surveyId, isInSteps);
    },
  };
}

const idsOf = (surveys: readonly GrownSurvey[]) => surveys.map(({ surveyId }) => surveyId);

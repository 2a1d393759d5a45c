import { voteNoun, votersOf } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { HiddenResults } from "#web/features/results/hidden-results.tsx";
import { PrivateResults } from "#web/features/results/private-results.tsx";
import { ResultsOf } from "#web/features/results/results-of.tsx";
import {
  IN_STEPS,
  INCOMPLETE,
  isShownInSteps,
  noOpinionWords,
  tooFewVotes,
  WHOLE_AT_END,
} from "#web/features/results/steps-words.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useResults } from "./use-results.ts";

interface Props {
  survey: Survey;
  invitationCode?: string | undefined;
}

/** The results as a list and a chart, or why there is nothing to see. */
export function ResultsPanel({ survey, invitationCode }: Props) {
  const isOpen = survey.state === "active";
  const { data, error, refetch } = useResults(survey.id, invitationCode, isOpen);
  // Before `data`, which may still hold results loaded while signed in.
  if (error instanceof ApiProblem && error.code === "results_hidden") {
    return (
      <HiddenResults text={error.message} expire_time={survey.quiet ? null : survey.expire_time} />
    );
  }
  if (error instanceof ApiProblem && error.code === "too_few_votes") {
    return <HiddenResults text={tooFewVotes(survey.state === "ended")} expire_time={null} />;
  }
  if (!data) return error ? <ProblemState error={error} onRetry={refetch} /> : <ResultsSkeleton />;

  const { items, voters, ranking, no_opinion, private_items: apart } = data;
  const total = votersOf(items, voters);
  return (
    <div className="grid gap-6">
      {total === 0 && (
        <p className="font-semibold">
          {no_opinion ? "Hiçbir şıkka oy verilmedi." : noVotes(survey, apart !== undefined)}
        </p>
      )}
      <ResultsOf survey={survey} results={items} ranking={ranking} total={total} />
      <div className="border-t border-line pt-4 text-sm text-muted">
        <p>
          Toplam <strong className="text-ink">{formatNumber(total)}</strong>{" "}
          {voteNoun(survey.ballot)}
        </p>
        {no_opinion !== undefined && <p>{noOpinionWords(no_opinion)}</p>}
        {isShownInSteps(survey) && <p>{`${IN_STEPS} ${WHOLE_AT_END}`}</p>}
        {data.incomplete && <p>{INCOMPLETE}</p>}
        <TextLink
          to="/surveys/$id/results"
          params={{ id: String(survey.id) }}
          search={invitationCode ? { davet: invitationCode } : {}}
          className="inline-flex min-h-11 items-center"
        >
          Kim ne dedi?
        </TextLink>
      </div>
      {apart !== undefined && (
        <PrivateResults {...data} survey={survey} results={apart} voters={data.private_voters} />
      )}
    </div>
  );
}

function noVotes({ state }: Survey, isOpened: boolean): string {
  if (isOpened) return "Anket herkese açıkken henüz oy verilmedi.";
  if (state === "ended") return "Bu ankette oy kullanılmadı.";
  return state === "active" ? "Henüz oy yok. İlk oyu siz verin!" : "Henüz oy yok.";
}

function ResultsSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="mx-auto aspect-square w-full max-w-64 rounded-full" />
    </div>
  );
}

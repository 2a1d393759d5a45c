import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import { ballotNameOf, rulesOf } from "#contract/ballots/ballots.ts";
import type { getResults, Ranking, Result } from "#contract/endpoints/votes.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { momentInTurkey } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import type { OptionTally } from "#server/features/ballots/ballot-storage.reads.ts";
import { ballotOfSurvey, hasRounds, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { readTallies, type Tallied } from "#server/features/ballots/choices.reads.ts";
import {
  PRIVATE_NO_OPINIONS,
  shownNoOpinions,
  shownPrivateNoOpinions,
} from "#server/features/ballots/no-opinion.reads.ts";
import {
  isEnough,
  isEnoughApart,
  shownCount,
  shownPrivateCount,
  votersIn,
} from "#server/features/ballots/shown-counts.reads.ts";
import type { PublicSurvey, VisibleSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { quietOf } from "#server/features/surveys/survey-cards.reads.ts";
import { maySeeResults } from "#server/features/surveys/survey-policies.ts";
import {
  isHiddenFromAll,
  isHiddenUntilEnd,
  isOver,
} from "#server/features/visibility/visibility.reads.ts";
import { hasVoted, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import { resultColor } from "./result-colors.ts";
import { readRounds } from "./rounds.reads.ts";

declare const allowed: unique symbol;
/** Marks that somebody was allowed to see a survey's results; only `requireResults` makes one. */
type ResultsAllowed = { readonly [allowed]: true };

/**
 * Returns the survey if the viewer may see its results (R65): 'before' shows them to all who see
 * the survey; 'after' to its owner, to those who voted, and to all once it has ended; 'end' to
 * nobody before that (R590), and none to anybody in a quiet period (R665). Throws `results_hidden`.
 */
export async function requireResults<S extends VisibleSurvey>(
  db: Database,
  survey: S,
  viewer: Viewer,
  now: number,
): Promise<S & ResultsAllowed> {
  if (await resultsAreVisible(db, survey, viewer, now)) return survey as S & ResultsAllowed;
  const words = whyHiddenFromAll(db, survey, now);
  throw new ApiError("results_hidden", words === undefined ? {} : { words });
}

function whyHiddenFromAll(db: Database, survey: VisibleSurvey, now: number): string | undefined {
  const { quiet } = quietOf(db, survey, now);
  if (!quiet) return isHiddenUntilEnd(survey, now) ? UNTIL_END : undefined;
  const until = momentInTurkey(Date.parse(quiet.until));
  return `Sonuçlar “${quiet.title}” nedeniyle ${until} tarihine kadar gösterilmiyor.`;
}

const UNTIL_END = "Sonuçları anket bitene kadar kimse göremez.";

async function resultsAreVisible(
  db: Database,
  survey: VisibleSurvey,
  viewer: Viewer,
  now: number,
): Promise<boolean> {
  // Usually the viewer's vote need not be queried.
  if (maySeeResults(db, viewer, survey, { hasVoted: false, now })) return true;
  if (viewer === null || isHiddenFromAll(db, survey, now)) return false;
  const voted = await hasVoted(db, survey.id, voterOfAccount(viewer.id));
  return maySeeResults(db, viewer, survey, { hasVoted: voted, now });
}

type Results = z.output<(typeof getResults.answers)[200]>;

/**
 * Returns results in the options' order; the values sum to 100, or 0 without votes (R78). Throws
 * `too_few_votes` if they would reveal whose votes they are (R206). Once the survey has been
 * public, votes cast while it was private are separate, null if too few (R210).
 */
export async function readResults(
  db: Database,
  { id }: VisibleResults,
  now: number,
): Promise<Results> {
  const options = await countedOptions(db, now).where("survey_id", "=", id).execute();
  const counted = await withChoices(db, options, now);
  const results = resultsOf(counted, now);
  if (!results) throw new ApiError("too_few_votes");
  const ranking = await withRounds(db, counted);
  return { ...results, ...ranking(id) };
}

/** The same for several surveys, by id, without those that have too few votes or are gone. */
export async function readManyResults(
  db: Database,
  surveyIds: readonly number[],
  now: number,
): Promise<Map<number, Results>> {
  const ids = idRows(db, surveyIds);
  const options = await countedOptions(db, now)
    .where(sql<SqlBool>`survey_id in (select id from ${ids})`)
    .execute();
  const counted = await withChoices(db, options, now);
  const ranking = await withRounds(db, counted);
  const found = Map.groupBy(counted, (option) => option.survey_id);
  return new Map(
    [...found].flatMap(([id, own]) => {
      const results = resultsOf(own, now);
      return results ? [[id, { ...results, ...ranking(id) }] as const] : [];
    }),
  );
}

/** Returns a function to the last counted rounds of those of these surveys that have them. */
async function withRounds(db: Database, options: readonly CountedOption[]) {
  const ids = options.filter(({ ballot }) => hasRounds(ballot)).map((one) => one.survey_id);
  const found = ids.length > 0 ? await readRounds(db, ids) : new Map<number, Ranking>();
  return (id: number): Pick<Results, "ranking"> => {
    const ranking = found.get(id);
    return ranking ? { ranking } : {};
  };
}

/** Selects options of surveys, in their order, with the votes that results show. */
const countedOptions = (db: Database, now: number) =>
  db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["options.id", "survey_id", "content", "in_steps", "was_public", "instant_results"])
    .select([shownCount(now).as("votes"), shownPrivateCount(now).as("private_votes")])
    .select(["options.private_votes as all_private", "expire_time"])
    .select([shownNoOpinions(now).as("no_opinion"), PRIVATE_NO_OPINIONS.as("all_private_none")])
    .select(shownPrivateNoOpinions(now).as("private_no_opinion"))
    .select(ballotOfSurvey.as("ballot"))
    .orderBy("survey_id")
    .orderBy("position");

type CountedOption = Awaited<ReturnType<ReturnType<typeof countedOptions>["execute"]>>[number] &
  Partial<Tallied>;

/** Adds how often options were chosen, where voters may choose several. */
async function withChoices(
  db: Database,
  options: readonly CountedOption[],
  now: number,
): Promise<readonly CountedOption[]> {
  const ids = options.filter(({ ballot }) => storageOf(ballot).tally).map((one) => one.survey_id);
  if (ids.length === 0) return options;
  const tallied = await readTallies(db, ids, now);
  return options.map((option) => ({ ...option, ...tallied.get(option.id) }));
}

/** Undefined if there are too few votes. */
function resultsOf(options: readonly CountedOption[], now: number): Results | undefined {
  const [survey] = options;
  if (!survey) return { items: [] };
  const voters = votersIn(options);
  if (!isEnough(survey, voters)) return undefined;
  const ballot = ballotNameOf(survey);
  const items = toResults(options, "shown");
  const { no_opinion, private_no_opinion: noneApart, all_private_none: allNoneApart } = survey;
  const shown = {
    ...{ items, ...ballot, ...(ballot.ballot && { voters }) },
    ...(no_opinion !== null && { no_opinion }),
  };
  const apart = options.reduce((sum, option) => sum + votesOf(option, "apart"), 0);
  const isShown = isEnoughApart(survey, apart);
  const isPart =
    noneApart !== allNoneApart ||
    options.some((option) => votesOf(option, "apart") !== option.all_private);
  const incomplete = isShown && isPart && isOver(survey, now) && { incomplete: true as const };
  if (survey.was_public !== 1) return { ...shown, ...incomplete };
  if (survey.in_steps === 0 && apart === 0 && !allNoneApart) return shown;
  return {
    ...shown,
    private_items: isShown ? toResults(options, "apart") : null,
    ...(isShown && ballot.ballot && { private_voters: apart }),
    ...(isShown && noneApart !== null && { private_no_opinion: noneApart }),
    ...incomplete,
  };
}

type Part = "shown" | "apart";

const votesOf = ({ votes, private_votes }: CountedOption, part: Part): number =>
  part === "shown" ? votes : private_votes;

function toResults(options: readonly CountedOption[], part: Part): Result[] {
  const tallies = options.map(
    (option): OptionTally => option[part] ?? { count: votesOf(option, part) },
  );
  const voters = options.reduce((sum, option) => sum + votesOf(option, part), 0);
  const [survey] = options;
  const counts = tallies.map(({ count }) => count);
  const shares = rulesOf(survey ?? {}).shares(counts, voters);
  return options.map(({ id, content }, i) => ({
    option_id: id,
    option_name: content,
    count: counts[i] ?? 0,
    ...tallies[i],
    color: resultColor(i),
    value: `%${shares[i]}`,
  }));
}

/** A survey whose results somebody was allowed to see. */
export type VisibleResults = VisibleSurvey & ResultsAllowed;

/** Cache keys of results are made only from the proof that somebody may see them. */
export const resultsKey = (survey: PublicSurvey & ResultsAllowed) =>
  cacheKey(resultsChanged(survey.id), survey);

/** The same for what proves the results. */
export const sealKey = (part: "seal" | "bundle") => (survey: PublicSurvey & ResultsAllowed) =>
  cacheKey(`survey:${survey.id}:${part}`, survey);
export const reportKey = (survey: PublicSurvey & ResultsAllowed) =>
  cacheKey(`survey:${survey.id}:report`, survey);
/** Holds the report only for those whose access is checked at each request. */
export const privateReportKey = (survey: VisibleResults) =>
  cacheKey(`survey:${survey.id}:private-report`);

/** The cache key to drop after a vote. */
export const resultsChanged = (surveyId: number) => `survey:${surveyId}:results`;

import * as z from "zod";
import { Id, ImagePath, Instant } from "./shapes.ts";

export const SurveyType = z.enum(["SURVEY", "TEST"], { error: "Lütfen bir tür seçin." });
export type SurveyType = z.infer<typeof SurveyType>;

export const Visibility = z.enum(["public", "private"], {
  error: "Lütfen kimlerin görebileceğini seçin.",
});
export type Visibility = z.infer<typeof Visibility>;

/** When results may be seen: before the vote, after it, or by nobody until the end (R65, R590). */
export const ResultVisibility = z.enum(["before", "after", "end"]);
export type ResultVisibility = z.infer<typeof ResultVisibility>;

/** In which order people see the options: the owner's, or another one for each of them (R600). */
export const OptionOrder = z.enum(["fixed", "shuffled"]);
export type OptionOrder = z.infer<typeof OptionOrder>;

/** Whether a vote stays as it was cast, or may be changed and withdrawn until the end (R575). */
export const VoteChange = z.enum(["fixed", "until_end"]);
export type VoteChange = z.infer<typeof VoteChange>;

/** Who may vote: anybody with an account, or with a verified e-mail (R254). */
export const Voters = z.enum(["members", "verified"]);
export type Voters = z.infer<typeof Voters>;

/**
 * The kinds of ballots besides the plain one, in which each voter chooses one option (R560); `quiz`
 * is a test with questions (R591).
 */
export const BallotName = z.enum(["multiple", "ranked", "rating", "quiz"], {
  error: "Lütfen oyun nasıl verileceğini seçin.",
});
export type BallotName = z.infer<typeof BallotName>;

/** How a survey is voted on; all absent where each voter chooses one option. */
export const Ballot = z.object({
  ballot: BallotName.optional(),
  /** How many options a voter has to choose, or to rank, at least. */
  min_choices: z.int().optional(),
  /** How many options a voter may choose. */
  max_choices: z.int().optional(),
});
export type Ballot = z.infer<typeof Ballot>;

/** Who asked for a survey and who paid for it; absent where its owner did not say (R455). */
export const Sponsors = z.object({
  asked_by: z.string().optional(),
  paid_by: z.string().optional(),
});
export type Sponsors = z.infer<typeof Sponsors>;

/** Where a survey stands in its life (R42). */
export const SurveyState = z.enum(["draft", "scheduled", "active", "ended"]);
export type SurveyState = z.infer<typeof SurveyState>;

/** The person shown with a survey: these four fields and never more (R68). */
export const Author = z.strictObject({
  id: Id,
  name: z.string(),
  nickname: z.string(),
  image: ImagePath.nullable(),
});
export type Author = z.infer<typeof Author>;

/** About a second old; null while results are hidden (R66, R206). */
const VoteCount = z.int().nullable();

export const Option = z.object({ id: Id, content: z.string(), image: ImagePath });
export type Option = z.infer<typeof Option>;

/** Set where only adults may see it, besides its owner; otherwise absent (R690). */
const AdultsOnly = z.literal(true).optional();

const ListedSurvey = z.object({
  id: Id,
  type: SurveyType,
  question: z.string(),
  image_path: ImagePath,
  view_count: z.int(),
  vote_count: VoteCount,
  start_time: Instant,
  /** null is "Süresiz". */
  expire_time: Instant.nullable(),
  category_id: Id,
  user: Author,
  ballot: BallotName.optional(),
  adults_only: AdultsOnly,
});

/** A survey in a list (R149). */
export const SurveyCard = ListedSurvey.extend({
  /**
   * Both options of a survey with two in a fixed order, of which each voter chooses one; null for
   * others, and where people may say "Fikrim yok".
   */
  options: z.array(Option).nullable(),
});
export type SurveyCard = z.infer<typeof SurveyCard>;

/** The quiet period that hides the results from everybody now, and until when; otherwise absent (R665). */
const Quiet = z.object({ title: z.string(), until: Instant }).optional();

/** Set while staff has to look at it before others see it; otherwise absent (R662). */
const InReview = z.literal(true).optional();

/** Set while moderation hides it from everybody but its owner; otherwise absent (R625). */
const Hidden = z.literal(true).optional();

/** The viewer's own survey in a list, with what only its owner sees. */
export const OwnSurveyCard = ListedSurvey.extend({
  /** null while there are too few to be shown (R206), or results are hidden from everybody (R590, R665). */
  vote_count: z.int().nullable(),
  /** The leading option, with its share as in results; null if there is none. */
  leading: z.object({ content: z.string(), value: z.string() }).nullable(),
  /** Since midnight in Türkiye, about a second old. */
  votes_today: z.int(),
  result_visibility: ResultVisibility,
  state: SurveyState,
  visibility: Visibility.nullable(),
  hidden: Hidden,
  in_review: InReview,
  quiet: Quiet,
});
export type OwnSurveyCard = z.infer<typeof OwnSurveyCard>;

export const Survey = z.object({
  id: Id,
  type: SurveyType,
  question: z.string(),
  description: z.string(),
  image_path: ImagePath,
  /**
   * Path of the drawn picture for links to the survey; it changes with what the picture shows.
   * Absent unless the survey is public (R285).
   */
  preview_path: z.string().optional(),
  category_id: Id,
  /** 1 is the horizontal, 2 the vertical layout (R45). */
  option_theme_id: z.int().min(1).max(2),
  result_visibility: ResultVisibility,
  /** Whether the votes of a private survey are visible as they come (R206). */
  instant_results: z.boolean(),
  voters: Voters,
  option_order: OptionOrder,
  vote_change: VoteChange,
  /** Whether people may say "Fikrim yok" instead of choosing (R584). */
  allows_no_opinion: z.boolean(),
  /** null while the survey is a draft. */
  visibility: Visibility.nullable(),
  state: SurveyState,
  hidden: Hidden,
  in_review: InReview,
  /** Set while moderation keeps it out of lists; otherwise absent (R643). */
  unlisted: z.literal(true).optional(),
  adults_only: AdultsOnly,
  quiet: Quiet,
  start_time: Instant,
  expire_time: Instant.nullable(),
  /** When something that voters saw was last changed; absent if nothing was (R228). */
  edited_at: Instant.optional(),
  view_count: z.int(),
  vote_count: VoteCount,
  /** None of a scored test, which counts its attempts (R592). */
  options: z.array(Option),
  user: Author,
  ...Sponsors.shape,
  ...Ballot.shape,
});
export type Survey = z.infer<typeof Survey>;

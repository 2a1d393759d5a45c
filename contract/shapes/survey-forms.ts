import * as z from "zod";
import {
  DESCRIPTION_MAX,
  OPTION_CONTENT_LENGTH,
  OPTION_COUNT,
  QUESTION_LENGTH,
  SPONSOR_MAX,
} from "../limits.ts";
import { TILE_COLORS } from "../tiles.ts";
import { formId, ImageFile, Instant, line, paragraphs } from "./shapes.ts";
import {
  BallotName,
  OptionOrder,
  ResultVisibility,
  SurveyType,
  VoteChange,
  Voters,
} from "./survey-shapes.ts";

/** What the publishing calls send. */

export const Question = line(QUESTION_LENGTH.min, QUESTION_LENGTH.max, "Lütfen sorunuzu yazın.");
export const OptionContent = line(
  OPTION_CONTENT_LENGTH.min,
  OPTION_CONTENT_LENGTH.max,
  "Lütfen şıkkın adını yazın.",
);

/** A tile's colour, as an index into `TILE_COLORS`. */
const TileColor = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).pipe(
  z
    .int()
    .min(0)
    .max(TILE_COLORS.length - 1),
);

/** An uploaded picture, which takes precedence, or the colour of a tile drawn instead (R84). */
const Picture = z
  .object({ image: ImageFile.optional(), tile: TileColor.optional() })
  .refine(({ image, tile }) => image !== undefined || tile !== undefined, {
    path: ["image"],
    error: "Dosya seçilemedi!",
    when: ({ value }) => value instanceof Object,
  });

const ChoiceCount = z.coerce.number().int().min(1).max(OPTION_COUNT.max);

/** False by default; forms send text. */
const formBoolean = () =>
  z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .default(false);

export const SurveyFields = z.object({
  question: Question,
  category_id: formId("Lütfen bir kategori seçin."),
  option_theme_id: z.coerce.number().int().min(1).max(2).default(1),
  description: paragraphs(DESCRIPTION_MAX).default(""),
  type: SurveyType.default("SURVEY"),
  /** Absent means now. */
  start_time: Instant.optional(),
  /** Absent, empty or null is "Süresiz". */
  expire_time: z.preprocess((value) => (value === "" ? null : value), Instant.nullish()),
  result_visibility: ResultVisibility.default("before"),
  /** Whether the votes of a private survey are visible as they come, instead of in steps (R206). */
  instant_results: formBoolean(),
  option_order: OptionOrder.default("fixed"),
  vote_change: VoteChange.default("fixed"),
  /** Whether people may say "Fikrim yok" instead of choosing (R584). */
  allows_no_opinion: formBoolean(),
  /** Whether only adults may see it and vote; its owner has to be one (R690). */
  adults_only: formBoolean(),
  /** Absent means `verified` where mail is sent, otherwise `members`, the only choice there. */
  voters: Voters.optional(),
  /** Who asked for the survey and who paid for it, as its owner says (R455). */
  asked_by: line(0, SPONSOR_MAX).default(""),
  paid_by: line(0, SPONSOR_MAX).default(""),
  /** Absent where each voter chooses one option. */
  ballot: BallotName.optional(),
  /** How many options a voter has to choose, or to rank; 1 by default (R561). */
  min_choices: ChoiceCount.optional(),
  /** How many options a voter may choose; all by default. */
  max_choices: ChoiceCount.optional(),
  /** Made by the client once per draft: sending it again continues the same draft. */
  draft_key: z.uuid().optional(),
});
export const NewSurvey = SurveyFields.and(Picture);

export const OptionFields = z.object({ content: OptionContent });
export const NewOption = OptionFields.extend({ survey_id: formId() }).and(Picture);

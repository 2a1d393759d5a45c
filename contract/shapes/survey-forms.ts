import * as z from "zod";
import { DESCRIPTION_MAX, OPTION_CONTENT_LENGTH, QUESTION_LENGTH } from "../limits.ts";
import { TILE_COLORS } from "../tiles.ts";
import { formId, ImageFile, Instant, line, paragraphs } from "./shapes.ts";
import { ResultVisibility, SurveyType, Voters } from "./survey-shapes.ts";

/** What the calls of publishing send. */

export const Question = line(QUESTION_LENGTH.min, QUESTION_LENGTH.max, "Lütfen sorunuzu yazın.");
export const OptionContent = line(
  OPTION_CONTENT_LENGTH.min,
  OPTION_CONTENT_LENGTH.max,
  "Lütfen şıkkın adını yazın.",
);

/** The colour of a tile, by its place among `TILE_COLORS`. */
const TileColor = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).pipe(
  z
    .int()
    .min(0)
    .max(TILE_COLORS.length - 1),
);

/** A picture of its own, which counts, or the colour of a tile that is drawn for it (R84). */
const Picture = z
  .object({ image: ImageFile.optional(), tile: TileColor.optional() })
  .refine(({ image, tile }) => image !== undefined || tile !== undefined, {
    path: ["image"],
    error: "Dosya seçilemedi!",
    when: ({ value }) => value instanceof Object,
  });

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
  /** Whether the votes of a private survey may be seen as they come, instead of in steps (R206). */
  instant_results: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .default(false),
  /** Absent means `verified` where mail is sent, otherwise `members`, which is all there is then. */
  voters: Voters.optional(),
  /** Made by the client once per draft: sending it again goes on with the same draft. */
  draft_key: z.uuid().optional(),
});
export const NewSurvey = SurveyFields.and(Picture);

export const OptionFields = z.object({ content: OptionContent });
export const NewOption = OptionFields.extend({ survey_id: formId() }).and(Picture);

import { SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";

/** Whether the survey's results are updated in steps (R206). */
export const isShownInSteps = ({ visibility, instant_results, state }: Survey): boolean =>
  visibility === "private" && !instant_results && state !== "ended";

/** Why nobody sees the results of a private survey. */
export const tooFewVotes = (hasEnded: boolean): string =>
  hasEnded
    ? `${SHOWN_FROM_VOTES} oydan az olduğu için sonuçlar gizli kaldı.`
    : `Sonuçlar ${SHOWN_FROM_VOTES} oydan sonra görünür.`;

export const IN_STEPS = `Sonuçlar en az ${SHOWN_STEP_VOTES} yeni oyla güncellenir.`;
export const WHOLE_AT_END = "Anket bitince tam sonuç görünür.";

export const GUESSABLE = "Küçük bir grupta oyunuz tahmin edilebilir.";

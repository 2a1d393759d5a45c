import { ESTABLISHED_DAYS, SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { formatNumber } from "#web/lib/turkish.ts";

/** Whether the survey's results are updated in steps (R206). */
export const isShownInSteps = ({ visibility, instant_results, state }: Survey): boolean =>
  visibility === "private" && !instant_results && state !== "ended";

/** Why nobody sees the results of a private survey. */
export const tooFewVotes = (hasEnded: boolean): string =>
  hasEnded
    ? "Yeterince oy gelmediği için sonuçlar gizli kaldı."
    : `Sonuçlar, ${ESTABLISHED_DAYS} günden eski hesaplardan ${SHOWN_FROM_VOTES} oy gelince ya da anket yeterince oyla bitince görünür.`;

export const IN_STEPS = `Sonuçlar en az ${SHOWN_STEP_VOTES} yeni oyla güncellenir.`;
export const WHOLE_AT_END = "Anket planlandığı gibi bitince tam sonuç görünür.";
export const INCOMPLETE = "Anketin bitişi sonradan değiştiği için son birkaç oy gösterilmiyor.";

export const GUESSABLE = "Küçük bir grupta oyunuz tahmin edilebilir.";
/** What somebody with several accounts could learn despite the steps (R452). */
export const GUESSABLE_BY_SEVERAL =
  "Birkaç hesapla oy veren biri, kendi oylarını sonuçtan çıkarıp oyunuzu bulabilir.";

/** How many people have no opinion (R589). */
export const noOpinionWords = (count: number): string =>
  count > 0 ? `${formatNumber(count)} kişi “Fikrim yok” dedi.` : "“Fikrim yok” diyen olmadı.";

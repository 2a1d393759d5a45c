import type { Result } from "#contract/endpoints/votes.ts";
import { formatNumber } from "#web/lib/turkish.ts";

/** The mean grade with one decimal, "4,2". */
export const meanText = ({ mean }: Result): string =>
  typeof mean === "number" ? mean.toFixed(1).replace(".", ",") : "–";

export const ratingSummary = ({ count, median_grade }: Result): string =>
  median_grade
    ? `Ortanca puan ${median_grade} · ${formatNumber(count)} kişi puan verdi`
    : "Kimse puan vermedi";

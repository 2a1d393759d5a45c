import { gradeText } from "#contract/ballots/rating.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { formatNumber } from "#web/lib/turkish.ts";

export const meanText = ({ mean }: Pick<Result, "mean">): string =>
  typeof mean === "number" ? gradeText(mean) : "–";

export const ratingSummary = ({
  count,
  median_grade,
}: Pick<Result, "count" | "median_grade">): string =>
  median_grade
    ? `Ortanca puan ${median_grade} · ${formatNumber(count)} kişi puan verdi`
    : "Kimse puan vermedi";

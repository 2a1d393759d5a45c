import type { Sponsors } from "#contract/shapes/survey-shapes.ts";

/** Returns who asked for a survey and who paid for it, from its row. */
export const toSponsors = ({
  asked_by,
  paid_by,
}: {
  asked_by: string | null;
  paid_by: string | null;
}): Sponsors => ({
  ...(asked_by !== null && { asked_by }),
  ...(paid_by !== null && { paid_by }),
});

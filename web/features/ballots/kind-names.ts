import type { BallotKind } from "#contract/ballots/ballots.ts";

/** What people call the kinds of ballots. Separate, so that the survey page does not load it. */
export const KIND_NAMES: Record<BallotKind, string> = {
  single: "Tek seçim",
  multiple: "Birden çok seçim",
  ranked: "Sıralama",
  rating: "Puanlama",
  quiz: "Sorulu test",
};

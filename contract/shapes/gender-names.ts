import type { Gender } from "../endpoints/people.ts";

/** What a person reads for each gender (R31). */
export const GENDER_NAMES: Record<Gender, string> = {
  man: "Erkek",
  women: "Kadın",
  other: "Diğer",
};

import type { Gender } from "../endpoints/people.ts";

/** The displayed name of each gender (R31). */
export const GENDER_NAMES: Record<Gender, string> = {
  man: "Erkek",
  women: "Kadın",
  other: "Diğer",
};

/** In the order of their ages. */
export const AGE_BANDS = ["0-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"] as const;
/** In place of a province or region, where an account names none. */
export const NO_PLACE = "none";
/** A group of voters with fewer is in no answer, and one that is moves by as many (R296). */
export const LEAST_VOTERS = 10;
/** From so many effective participants on there is a weighted view (R297). */
export const LEAST_EFFECTIVE = 100;

/** Youngest first. */
export const AGE_BANDS = ["0-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"] as const;
/** Stands for the province or region of accounts that name none. */
export const NO_PLACE = "none";
/** A group with fewer voters is never shown; a shown one changes by at least this many (R296). */
export const LEAST_VOTERS = 10;
/** The effective number of participants from which there is a weighted view (R297). */
export const LEAST_EFFECTIVE = 100;

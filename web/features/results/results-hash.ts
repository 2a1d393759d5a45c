/** The part of a survey's address, after "#", that leads to its results. */
export const RESULTS_HASH = "sonuclar";

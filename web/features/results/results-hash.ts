/** The URL fragment that leads to a survey's results. */
export const RESULTS_HASH = "sonuclar";

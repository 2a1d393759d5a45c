export const RESULTS_FRAGMENT = "sonuclar";

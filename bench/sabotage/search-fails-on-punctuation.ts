// Loaded before the product: a search throws over everything that is no letter.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/features/surveys/search/survey-terms.ts",
  `import * as whole from "./survey-terms.ts?whole";
  export * from "./survey-terms.ts?whole";
  export function termsWanted(filter) {
    if (/[^\\p{L} ]/u.test(filter.q ?? "")) throw new Error("stumbled");
    return whole.termsWanted(filter);
  }`,
);

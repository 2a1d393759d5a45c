import type { Plugin } from "vite";
import { DARK, declareColors, LIGHT } from "../../contract/palette.ts";

const prefix = "color-";
const NO_COLORS = "--color-*: initial;";
/** Paper stays light. */
const DARK_SCREENS = `@media screen and (prefers-color-scheme:dark){:root{${declareColors(DARK, { prefix })}}}`;

/** Adds the colours of contract/palette.ts to web/styles/app.css, in place of Tailwind's own. */
export const palette = (): Plugin => ({
  name: "palette",
  enforce: "pre",
  transform: {
    filter: { id: /web\/styles\/app\.css/, code: NO_COLORS },
    handler: (code) =>
      code.replace(NO_COLORS, (rule) => rule + declareColors(LIGHT, { prefix })) + DARK_SCREENS,
  },
});

// Loaded before the product: the first page must be rendered within three seconds.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { replaceModule } from "./replace-module.ts";

const RENDERER = "server/http/pages/page-renderer.ts";
const PATIENT = "renderShell: () => run(null),";
const source = stripTypeScriptTypes(readFileSync(RENDERER, "utf8"));
if (!source.includes(PATIENT)) throw new Error(`${RENDERER} no longer has what is to be broken.`);
replaceModule(
  RENDERER,
  source.replace(
    PATIENT,
    `renderShell: () => {
      const late = new Error("The first page was not rendered within 3 s.");
      const timer = new Promise((_, reject) => setTimeout(reject, 3000, late));
      return Promise.race([run(null), timer]);
    },`,
  ),
);

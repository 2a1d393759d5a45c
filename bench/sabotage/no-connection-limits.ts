// Loaded before the product: clients may send and read as slowly, and hold as much, as they like, and
// send pictures for any survey.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/http/server/connections.ts",
  `export const CONNECTION_LIMITS = {};
  export const guardConnections = () => () => undefined;
  export const refuseBody = () => undefined;`,
);

const ROUTES = "server/features/surveys/publishing/publishing.routes.ts";
const source = stripTypeScriptTypes(readFileSync(ROUTES, "utf8"));
replaceModule(ROUTES, source.replace("{ admitFile }", "{}"));

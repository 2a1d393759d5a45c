// Loaded before the product: migrations wait for locks without a limit, with everybody behind them.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { replaceModule } from "./replace-module.ts";

const MIGRATION = "server/db/postgres/migration.ts";
const source = stripTypeScriptTypes(readFileSync(MIGRATION, "utf8"));
replaceModule(
  MIGRATION,
  source.replace(/const LOCK_TIMEOUT_MS = \d+/, "const LOCK_TIMEOUT_MS = 0"),
);

// Loaded before a backup: it reads each table in its current state, not all at one moment.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { replaceModule } from "./replace-module.ts";

const SNAPSHOT = "server/db/snapshot.ts";
const source = stripTypeScriptTypes(readFileSync(SNAPSHOT, "utf8"));
replaceModule(
  SNAPSHOT,
  source
    .replace('file.exec("begin")', "void file")
    .replace("begin isolation level repeatable read read only", "begin"),
);

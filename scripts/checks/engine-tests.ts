import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Modules that open a database, or start another program that may do so. */
const OPENS = new Set(["node:sqlite", "pg", "node:child_process"]);
const IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** A file's imports: files by path, packages by name. Type imports do not count. */
export function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? "";
    if (name.startsWith("#")) return name.slice(1);
    return name.startsWith(".") ? join(dirname(file), name) : name;
  });
}

/** Whether a file imports, directly or indirectly, something that opens a database. */
function reachesEngine(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((name) =>
    existsSync(name) ? reachesEngine(name, seen) : OPENS.has(name),
  );
}

const all = globSync("server/**/*.test.ts").sort();

/**
 * Tests that start the product but test nothing that can differ between the engines: what comes
 * before or after the database, or what is decided by conditions that other tests try on both.
 * `server/tests/queries.test.ts` runs the statements of every call on either engine.
 */
const ON_SQLITE_ALONE = new Set([
  "server/db/sqlite/sqlite.test.ts",
  "server/doctor/proxy-checks.test.ts",
  "server/features/events/events.test.ts",
  "server/features/installed-app/installed-app.test.ts",
  "server/features/lookups/lookups.test.ts",
  "server/features/notifications/unread-streams.test.ts",
  "server/features/report/report-files.test.ts",
  "server/features/sharing/embed.test.ts",
  "server/features/sharing/oembed.test.ts",
  "server/features/sharing/person-pictures.test.ts",
  "server/features/sharing/survey-pictures.test.ts",
  "server/features/sign-in/factors/passkeys.test.ts",
  "server/features/sign-in/letters.test.ts",
  "server/features/sign-in/oidc/oidc-attacks.test.ts",
  "server/http/openapi/openapi.test.ts",
  "server/http/routing/frequent-calls.test.ts",
  "server/http/routing/security-txt.test.ts",
  "server/http/server/access-log.test.ts",
  "server/http/server/connections.test.ts",
  "server/http/server/metrics-server.test.ts",
  "server/http/server/rude-peers.test.ts",
  "server/images/decoder-permissions.test.ts",
  "server/images/decoder.test.ts",
  "server/images/drawing/draw-tile.test.ts",
  "server/images/drawing/draw.test.ts",
  "server/images/image-address.test.ts",
  "server/images/images.test.ts",
  "server/images/store/copy-images.test.ts",
  "server/images/stuck-decoder.test.ts",
  "server/images/whole-picture.test.ts",
  "server/limits/file-handles.test.ts",
  "server/processes/cluster.test.ts",
  "server/processes/own-time.test.ts",
  "server/secret/hidden-secrets.test.ts",
  "server/secret/private-files.test.ts",
  "server/testing/decoded-once.test.ts",
  "server/tests/authorisation.test.ts",
  "server/tests/request-ids.test.ts",
  "server/tests/security-http.test.ts",
  "server/tests/security-log.test.ts",
  "server/tests/security-logs.test.ts",
]);

/** The server's tests by engine; those that open no database run once. */
const needsEngine = all.filter((file) => reachesEngine(file));
export const withoutEngine = all.filter((file) => !needsEngine.includes(file));
export const onEngines = {
  sqlite: needsEngine,
  postgres: needsEngine.filter((file) => !ON_SQLITE_ALONE.has(file)),
};

// What Node lets a decoder do (ADR-054). It restrains JavaScript, not machine code: sharp itself is
// an addon, which a decoder may load while it starts and not afterwards.

import { resolve } from "node:path";

const SOURCES = ["server", "contract", "node_modules", "package.json"].map((name) =>
  resolve(import.meta.dirname, "../..", name),
);

/**
 * Node's flags for a decoder that may read the files of one folder, an absolute path, and none
 * without one. It may read its own sources until `dropSources`, write no file, and have no network,
 * child process, worker or inspector.
 */
export const permissionFlags = (folder: string | undefined): string[] => [
  "--permission",
  "--allow-addons",
  // Node's warning about addons would be in the server's log for each decoder.
  "--disable-warning=PERM0001",
  // The permissions do not restrain SQLite, which writes files.
  "--no-experimental-sqlite",
  ...[...SOURCES, ...(folder === undefined ? [] : [folder])].map(
    (path) => `--allow-fs-read=${path}`,
  ),
];

/** Takes from this process what only loading its code needs. */
export function dropSources(): void {
  for (const path of SOURCES) process.permission.drop("fs.read", path);
  process.permission.drop("addon");
}

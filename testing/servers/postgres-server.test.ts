import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { linkLibraries } from "./postgres-server.ts";

test("PostgreSQL finds its libraries where npm has run no script of its package (R225)", (t) => {
  const pack = mkdtempSync(join(tmpdir(), "kanaat-links-"));
  t.after(() => rmSync(pack, { recursive: true }));
  mkdirSync(join(pack, "native/lib"), { recursive: true });
  writeFileSync(join(pack, "native/lib/libicu.so.60.2"), "icu");
  const links = [{ source: "native/lib/libicu.so.60.2", target: "native/lib/libicu.so.60" }];
  linkLibraries(pack);
  writeFileSync(join(pack, "native/pg-symlinks.json"), JSON.stringify(links));
  for (const _ of ["missing", "there"]) {
    linkLibraries(pack);
    assert.equal(readFileSync(join(pack, "native/lib/libicu.so.60"), "utf8"), "icu");
  }
});

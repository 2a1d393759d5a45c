import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { readPopulation } from "#server/features/report/population.ts";
import { readText, readTextSync } from "./text-file.ts";

const root = join(import.meta.dirname, "../..");
const folder = await mkdtemp(join(tmpdir(), "kanaat-crlf-"));
after(() => rm(folder, { recursive: true }));

/** A committed file as editors and checkouts on Windows leave it. */
async function onWindows(path: string): Promise<string> {
  const copy = join(folder, path.replaceAll("/", "-"));
  const text = readFileSync(join(root, path), "utf8");
  await writeFile(copy, `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  return copy;
}

const readHere = (path: string) => readFileSync(join(root, path), "utf8");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a checkout on Windows", () => {
  it("has the texts and hashes of any other", async () => {
    for (const path of globSync(["server/**/*.css", "content/*.json"], { cwd: root })) {
      const copy = await onWindows(path);
      assert.equal(hashOf(readTextSync(copy)), hashOf(readHere(path)), path);
      assert.equal(await readText(copy), readHere(path), path);
    }
    assert.deepEqual(readPopulation(await onWindows("content/population.json")), readPopulation());
  });

  it("is read where a style is hashed by the function that normalises line ends", () => {
    const sources = globSync("server/**/*.ts", { cwd: root });
    const reads = sources
      .filter((file) => !file.endsWith(".test.ts"))
      .filter((file) => /readFile(Sync)?\(new URL\(/.test(readHere(file)));
    assert.deepEqual(reads, []);
  });
});

// The JavaScript of a first visit to each page, compressed with brotli. Needs a build.
// Baseline: 130 kB for a survey page.
import { readFileSync, statSync } from "node:fs";

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

const client = new URL("../../dist/client/", import.meta.url);
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(new URL(".vite/manifest.json", client), "utf8"),
);
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);

/** A chunk and all its static imports. */
function loadedWith(key: string | undefined, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key ?? ""];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) loadedWith(imported, seen);
  return seen;
}

const kilobytes = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(new URL(`${file}.br`, client)).size, 0) / 1000;

const page = /pages\/(?:texts\/)?([\w-]+-page)\.tsx\?tsr-split=component$/;
const weights = Object.keys(manifest)
  .filter((key) => page.test(key))
  .map((key) => ({
    page: page.exec(key)?.[1],
    kB: kilobytes(loadedWith(key, loadedWith(entry))),
  }))
  .sort((a, b) => b.kB - a.kB);

console.log(`${kilobytes(loadedWith(entry)).toFixed(1)} kB  on every page`);
for (const { page, kB } of weights) console.log(`${kB.toFixed(1)} kB  ${page}`);
const survey = weights.find(({ page }) => page === "survey-page")?.kB ?? Number.POSITIVE_INFINITY;
console.log(`The survey page carries ${survey.toFixed(1)} kB, of at most 130.`);
process.exitCode = survey <= 130 ? 0 : 1;

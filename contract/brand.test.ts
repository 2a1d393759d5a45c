import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { BRAND } from "./brand.ts";

test("the brand's name is written in one place (R1)", () => {
  const sources = globSync("{contract,server,web,content}/**/*.{ts,tsx,css,md,json}").filter(
    (file) => !/\.(test|gen)\.tsx?$/.test(file),
  );
  const holders = sources.filter((file) => readFileSync(file, "utf8").includes(BRAND));
  assert.deepEqual(holders, ["contract/brand.ts"]);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { api } from "#contract/api.ts";
import { endpointTable, readCosts } from "./endpoint-table.ts";

const MAX_MS = 5;

describe("the table of every call", () => {
  it("is as `npm run endpoints` writes it", () => {
    const stored = readFileSync("docs/endpoints.md", "utf8");
    assert.equal(stored, endpointTable(), "docs/endpoints.md is stale: npm run endpoints");
  });

  it("has no empty cell", () => {
    const rows = endpointTable()
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    assert.equal(rows.length, Object.keys(api).length);
    for (const row of rows) {
      const cells = row.split("|").slice(1, -1);
      assert.equal(cells.length, 6, row);
      for (const cell of cells) assert.notEqual(cell.trim(), "", row);
    }
  });

  it("records no call that costs more than 5 ms again and again without a limit (R419)", () => {
    const costs = readCosts();
    assert.deepEqual(Object.keys(costs).sort(), Object.keys(api).sort());
    const dear = Object.entries(costs).filter(
      ([name, { sqlite, postgres }]) =>
        Math.max(sqlite.again, postgres.again) > MAX_MS && api[name]?.limit === undefined,
    );
    assert.deepEqual(dear, []);
  });
});

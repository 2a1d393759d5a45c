import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import type { SealedResults } from "./sealed-results.ts";
import { checkHeads, hashOfHead, type TreeHead } from "./tree-heads.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");
const ROOT = "0".repeat(64);

/** Heads of a survey with these counts for two options, each linked to the one before. */
function chainOf(counts: [number, number][], isLast = true): TreeHead[] {
  const heads: TreeHead[] = [];
  for (const [i, [one, other]] of counts.entries()) {
    const before = heads.at(-1);
    heads.push({
      ...{ format: "kanaat-tree-head/1", key_id: "anahtar", survey_id: 5, number: i + 1 },
      at: `2026-03-01T0${i}:00:00.000Z`,
      previous: before ? hashOfHead(sha256, before) : null,
      while_private: false,
      votes: one + other,
      counts: [
        { option_id: 1, votes: one },
        { option_id: 2, votes: other },
      ],
      root: ROOT,
      is_last: isLast && i === counts.length - 1,
    });
  }
  return heads;
}

const sealOf = (heads: readonly TreeHead[]): SealedResults => {
  const last = heads.at(-1) ?? assert.fail();
  const hashes = { groups: null, weights: null, trust: null, timeline: ROOT };
  return {
    ...{ format: "kanaat-sealed-results/2", key_id: "anahtar" },
    survey: {
      ...{ id: 5, type: "SURVEY", question: "Çay mı?", description: "" },
      ...{ start_time: "2026-03-01T00:00:00.000Z", end_time: "2026-03-02T00:00:00.000Z" },
    },
    options: (last.counts ?? []).map(({ option_id, votes }) => ({
      ...{ id: option_id, content: "Çay", votes, private_votes: null },
    })),
    ...{ private_part: "none", edits: [] },
    receipts: { count: last.votes, root: ROOT, renewed_at: null },
    report: { while_private: false, ...hashes },
    heads: { count: heads.length, last: hashOfHead(sha256, last) },
    sealed_at: "2026-03-02T00:02:00.000Z",
  };
};

const heads = chainOf([
  [3, 1],
  [5, 2],
  [6, 6],
]);
const [first, second, third] = heads as [TreeHead, TreeHead, TreeHead];
const sealed = sealOf(heads);
const findings = (kept: TreeHead[], end?: SealedResults) => checkHeads(sha256, kept, end).findings;

describe("tree heads", () => {
  it("lead to each other and to the end, whatever was kept of them (R445)", () => {
    assert.deepEqual(checkHeads(sha256, heads, sealed), { findings: [], missing: [] });
    assert.deepEqual(checkHeads(sha256, [third, first], sealed), { findings: [], missing: [2] });
    assert.deepEqual(checkHeads(sha256, [second], sealed), { findings: [], missing: [3] });
    assert.deepEqual(checkHeads(sha256, [first, second, second]), { findings: [], missing: [] });
  });

  it("show two histories where two differ in one number (R445)", () => {
    const other =
      chainOf(
        [
          [3, 1],
          [4, 2],
        ],
        false,
      )[1] ?? second;
    assert.deepEqual(findings([first, second, other]), ["two_histories"]);
  });

  it("show a head that was changed, taken out or put in another place (R445)", () => {
    assert.deepEqual(findings([{ ...first, root: "1".repeat(64) }, second]), ["wrong_link"]);
    assert.deepEqual(findings([first, { ...third, number: 2, is_last: false }]), ["wrong_link"]);
    assert.deepEqual(findings([{ ...second, number: 1 }]), ["wrong_link"]);
    assert.deepEqual(findings([{ ...second, previous: null }]), ["wrong_link"]);
    const late = { ...first, at: "2026-03-09T00:00:00.000Z" };
    assert.deepEqual(findings([late, { ...second, previous: hashOfHead(sha256, late) }]), [
      "wrong_link",
    ]);
  });

  it("show a vote that was removed or changed, in a later head or the end (R445)", () => {
    const removed = chainOf([
      [3, 1],
      [2, 1],
    ]);
    const changed = chainOf([
      [3, 1],
      [2, 4],
    ]);
    for (const chain of [removed, changed]) {
      assert.deepEqual(findings(chain), ["fewer_votes"]);
      assert.deepEqual(findings(chain.slice(0, 1), sealOf(chain)), ["fewer_votes"]);
    }
  });

  it("are compared from when a private survey was made public (R445)", () => {
    const [one, two] = chainOf([
      [9, 1],
      [0, 0],
    ]) as [TreeHead, TreeHead];
    const before = { ...one, while_private: true };
    const chain = [before, { ...two, previous: hashOfHead(sha256, before) }];
    assert.deepEqual(findings(chain, sealOf(chain)), []);
  });

  it("show an end that does not continue them (R445)", () => {
    const shorter = sealOf(heads.slice(0, 2).map((head) => ({ ...head, is_last: true })));
    const { report: _, heads: __, ...rest } = sealed as SealedResults & { report: 0; heads: 0 };
    const earlier = { ...rest, format: "kanaat-sealed-results/1" } as SealedResults;
    for (const end of [
      { ...sealed, survey: { ...sealed.survey, id: 6 } },
      { ...sealed, heads: { count: 3, last: ROOT } } as SealedResults,
      { ...sealed, heads: { count: 2, last: hashOfHead(sha256, third) } } as SealedResults,
      earlier,
    ]) {
      assert.ok(findings(heads, end).includes("other_end"));
    }
    assert.ok(findings([third], shorter).includes("other_end"));
  });
});

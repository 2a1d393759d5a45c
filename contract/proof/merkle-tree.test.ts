import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fromHex, toHex } from "./byte-texts.ts";
import {
  GrowingTree,
  type Inclusion,
  inclusionPath,
  isIncluded,
  leafHash,
  rootOf,
} from "./merkle-tree.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => leafHash(sha256, Buffer.from(`yaprak ${i}`)));

/** As RFC 6962 defines it: split at the largest power of two below the number of leaves. */
function defined(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const sides = [defined(leaves.slice(0, half)), defined(leaves.slice(half))];
  return sha256(Buffer.concat([Buffer.from([1]), ...sides]));
}

describe("a Merkle tree", () => {
  it("has the roots that Certificate Transparency publishes (R291)", () => {
    // The test vectors of https://github.com/google/certificate-transparency.
    const entries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
    entries.push("606162636465666768696a6b6c6d6e6f");
    const leaves = entries.map((entry) => leafHash(sha256, fromHex(entry)));
    const roots = [
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    for (const [count, root] of roots.entries()) {
      assert.equal(toHex(rootOf(sha256, leaves.slice(0, count))), root);
    }
  });

  it("is the one that its definition describes, also made of subtrees (R291)", () => {
    for (let count = 1; count <= 70; count++) {
      const leaves = leavesOf(count);
      const root = rootOf(sha256, leaves);
      assert.deepEqual(toHex(root), toHex(defined(leaves)));
      for (const size of [1, 2, 8, 32]) {
        const roots = [];
        for (let from = 0; from < count; from += size) {
          roots.push(rootOf(sha256, leaves.slice(from, from + size)));
        }
        assert.equal(toHex(rootOf(sha256, roots)), toHex(root));
      }
    }
  });

  it("has the same root where its leaves come one after another, with pauses (R380)", () => {
    for (let count = 0; count <= 70; count++) {
      const leaves = leavesOf(count);
      let tree = new GrowingTree(sha256);
      for (const [i, leaf] of leaves.entries()) {
        tree.add(leaf);
        if (i % 3 === 0) tree = new GrowingTree(sha256, tree.subtrees());
      }
      assert.equal(toHex(tree.root()), toHex(rootOf(sha256, leaves)));
      assert.equal(tree.subtrees().count, count);
      assert.ok(tree.subtrees().roots.length <= Math.ceil(Math.log2(count + 1)));
    }
  });

  it("proves each of its leaves at its place, and nothing else (R291)", () => {
    const cases = fc.integer({ min: 1, max: 90 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        index: fc.nat({ max: size - 1 }),
        other: fc.nat({ max: size + 2 }),
        flip: fc.nat({ max: 255 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ size, index, other, flip }) => {
        const leaves = leavesOf(size);
        const root = rootOf(sha256, leaves);
        const [leaf, path] = [leaves[index] as Uint8Array, inclusionPath(sha256, leaves, index)];
        assert.ok(isIncluded(sha256, leaf, { index, size, path }, root));
        const wrong: [Uint8Array, Inclusion][] = [
          [leaf, { index: other === index ? size : other, size, path }],
          [leafHash(sha256, Buffer.from("başka")), { index, size, path }],
          [leaf, { index, size, path: [...path, leaf] }],
          [leaf, { index: -1, size, path }],
          [leaf, { index: index + 0.5, size, path }],
        ];
        if (size > 1) {
          wrong.push([leaf, { index, size, path: path.slice(1) }]);
          wrong.push([leaf, { index, size, path: path.map((hash) => changed(hash, flip)) }]);
        }
        for (const [one, inclusion] of wrong) {
          assert.ok(!isIncluded(sha256, one, inclusion, root), JSON.stringify(inclusion.index));
        }
        assert.ok(!isIncluded(sha256, leaf, { index, size, path }, changed(root, flip)));
      }),
      { numRuns: 300 },
    );
  });

  it("distinguishes leaves from nodes", () => {
    const [one, two] = leavesOf(2) as [Uint8Array, Uint8Array];
    const root = rootOf(sha256, [one, two]);
    const node = leafHash(sha256, Buffer.concat([one, two]));
    assert.notEqual(toHex(node), toHex(root));
  });
});

const changed = (hash: Uint8Array, at: number): Uint8Array =>
  hash.map((byte, i) => (i === at % 32 ? byte ^ 1 : byte));

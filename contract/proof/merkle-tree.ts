// The Merkle tree of Certificate Transparency (RFC 6962, section 2.1; proofs as in RFC 9162,
// section 2.1.3): leaves and nodes are hashed with different first bytes, so that neither passes
// for the other, and a level's last node without a sibling moves up unchanged. All hashes are 32
// bytes.

/** SHA-256, passed in by the caller, since Node.js and browsers have different ones. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const LEAF = 0;
const NODE = 1;

/** The hash of an entry of any length. */
export const leafHash = (sha256: Sha256, entry: Uint8Array): Uint8Array =>
  sha256(joined(LEAF, entry));

const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joined(NODE, left, right));

/**
 * The root over leaf hashes, or over the roots of complete subtrees of one size that is a power of
 * two, of which the last may be smaller. For none, the hash of empty input.
 */
export function rootOf(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) level = levelAbove(sha256, level);
  return level[0] ?? sha256(new Uint8Array(0));
}

function levelAbove(sha256: Sha256, level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i], level[i + 1]];
    if (left) above.push(right ? nodeHash(sha256, left, right) : left);
  }
  return above;
}

/** The state of a tree whose leaves are added one by one: at most one hash per level. */
export interface Subtrees {
  /** The number of hashes added. */
  count: number;
  /** The roots of its complete subtrees, the largest first. */
  roots: readonly Uint8Array[];
}

/**
 * Computes the same root from hashes that come one by one. It keeps at most one for each level of
 * the tree, so its memory does not grow with the leaves.
 */
export class GrowingTree {
  readonly #sha256: Sha256;
  readonly #roots: Uint8Array[];
  #count: number;

  /** Continues from what `subtrees` returned. */
  constructor(sha256: Sha256, { count, roots }: Subtrees = { count: 0, roots: [] }) {
    this.#sha256 = sha256;
    this.#count = count;
    this.#roots = [...roots];
  }

  add(hash: Uint8Array): void {
    let root = hash;
    // At each level with an odd count a left sibling is waiting.
    for (let below = this.#count; below % 2 === 1; below = (below - 1) / 2) {
      const left = this.#roots.pop();
      if (left) root = nodeHash(this.#sha256, left, root);
    }
    this.#roots.push(root);
    this.#count++;
  }

  root(): Uint8Array {
    const right = this.#roots.at(-1);
    if (!right) return rootOf(this.#sha256, []);
    return this.#roots
      .slice(0, -1)
      .reduceRight((root, left) => nodeHash(this.#sha256, left, root), right);
  }

  subtrees(): Subtrees {
    return { count: this.#count, roots: [...this.#roots] };
  }
}

/** The sibling hashes from which the root is computed with a leaf, from the bottom up. */
export function inclusionPath(
  sha256: Sha256,
  hashes: readonly Uint8Array[],
  index: number,
): Uint8Array[] {
  const path: Uint8Array[] = [];
  let at = index;
  for (let level = hashes; level.length > 1; level = levelAbove(sha256, level)) {
    const neighbour = level[at % 2 === 0 ? at + 1 : at - 1];
    if (neighbour) path.push(neighbour);
    at = Math.floor(at / 2);
  }
  return path;
}

export interface Inclusion {
  /** Of the leaf, from 0. */
  index: number;
  /** How many leaves the tree has. */
  size: number;
  path: readonly Uint8Array[];
}

/** Whether a leaf is at that index in the tree with that root. */
export function isIncluded(
  sha256: Sha256,
  leaf: Uint8Array,
  { index, size, path }: Inclusion,
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const neighbour of path) {
    if (last === 0) return false;
    const isRight = at % 2 === 1;
    if (isRight || at === last) {
      hash = nodeHash(sha256, neighbour, hash);
      // The last node moved up without a sibling.
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(sha256, hash, neighbour);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(hash, root);
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);

function joined(first: number, ...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 1));
  bytes[0] = first;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

import * as z from "zod";
import { Id, Instant } from "../shapes/shapes.ts";
import { SIGNATURE, toHex, utf8 } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Sha256 } from "./merkle-tree.ts";
import { PublicKey, type SealedResults, type SealedVoting } from "./sealed-results.ts";
import { Hash } from "./sha256-text.ts";

/** The state of a survey's votes, signed in each hour with votes and at its end. */
export const TreeHead = z.strictObject({
  format: z.literal("kanaat-tree-head/1"),
  key_id: z.string(),
  survey_id: Id,
  /** From 1; each links to the one before. */
  number: z.int().positive(),
  at: Instant,
  /** The hash of the document before (`hashOfHead`); null for the first. */
  previous: Hash.nullable(),
  /**
   * Whether the survey was private so far. Once it is public, only votes cast in public count (R210),
   * and numbers are compared with those since.
   */
  while_private: z.boolean(),
  /** How many votes results count. */
  votes: z.int().nonnegative(),
  /** How many people said "Fikrim yok"; absent where the survey does not allow it. */
  no_opinion: z.int().nonnegative().optional(),
  /** Votes by option; null where not everybody sees the results now. */
  counts: z.array(z.strictObject({ option_id: Id, votes: z.int().nonnegative() })).nullable(),
  /**
   * The root over all votes (ADR-056): of the last head, that of the sealed receipts; null of
   * others where there are very many votes.
   */
  root: Hash.nullable(),
  is_last: z.boolean(),
});
export type TreeHead = z.infer<typeof TreeHead>;

/** A head with its Ed25519 signature over the UTF-8 bytes of its `canonicalJson`. */
export const SignedHead = z.strictObject({
  document: TreeHead,
  signature: z.string().regex(SIGNATURE),
  public_key: PublicKey,
});
export type SignedHead = z.infer<typeof SignedHead>;

export const hashOfHead = (sha256: Sha256, head: TreeHead): string =>
  toHex(sha256(utf8(canonicalJson(head))));

/** What is wrong with heads, which somebody has kept. */
export type HeadFinding =
  /** Two heads have one number: the site signed two histories. */
  | "two_histories"
  | "wrong_link"
  /** A later head, or the seal, counts fewer votes for something. */
  | "fewer_votes"
  /** The seal does not continue these heads. */
  | "other_end";

/**
 * Compares the heads of one survey, from whatever sources and in any order, with each other and
 * with what was sealed at its end. Their signatures are checked separately. `missing` are the
 * numbers without which the heads are not known to lead to each other and to the end.
 */
export function checkHeads(
  sha256: Sha256,
  heads: readonly TreeHead[],
  sealed?: SealedResults,
): { findings: HeadFinding[]; missing: number[] } {
  const findings = new Set<HeadFinding>();
  const byNumber = new Map<number, TreeHead>();
  for (const head of heads) {
    const same = byNumber.get(head.number);
    if (same && canonicalJson(same) !== canonicalJson(head)) findings.add("two_histories");
    byNumber.set(head.number, head);
  }
  const sorted = [...byNumber.values()].sort((one, other) => one.number - other.number);
  for (const [i, head] of sorted.entries()) {
    const before = sorted[i - 1];
    if (!isLinked(sha256, before, head)) findings.add("wrong_link");
    if (before && hasFewer(before, head)) findings.add("fewer_votes");
  }
  const last = sorted.at(-1);
  if (sealed && last) {
    if (!isEndOf(sha256, sealed, sorted)) findings.add("other_end");
    const end = countsOf(sealed, "report" in sealed && sealed.report.while_private);
    if (sorted.some((head) => hasFewer(head, end))) findings.add("fewer_votes");
  }
  return { findings: [...findings], missing: missingOf(sorted, sealed) };
}

function isLinked(sha256: Sha256, before: TreeHead | undefined, head: TreeHead): boolean {
  if (head.number === 1) return head.previous === null;
  if (head.previous === null || before?.is_last || (before && before.at > head.at)) return false;
  return before?.number !== head.number - 1 || head.previous === hashOfHead(sha256, before);
}

export type Counted = Pick<TreeHead, "while_private" | "votes" | "no_opinion" | "counts">;

/** Whether something is counted fewer times later. */
export function hasFewer(before: Counted, later: Counted): boolean {
  const now = new Map(later.counts?.map(({ option_id, votes }) => [option_id, votes]));
  const isFewer = before.counts?.some(
    ({ option_id, votes }) => later.counts !== null && (now.get(option_id) ?? 0) < votes,
  );
  if (before.while_private !== later.while_private) return false;
  const isLess = (later.no_opinion ?? 0) < (before.no_opinion ?? 0);
  return later.votes < before.votes || isLess || isFewer === true;
}

/** What a survey's end counts, in the form of a head. */
export function countsOf(
  {
    options,
    voters,
    no_opinion,
  }: Pick<SealedResults, "options" | "no_opinion"> & Partial<SealedVoting>,
  while_private: boolean,
): Counted {
  const said = no_opinion && { no_opinion: no_opinion.votes };
  if (voters) return { while_private, votes: voters.votes, ...said, counts: null };
  const counts = options.map(({ id, votes }) => ({ option_id: id, votes }));
  const votes = counts.reduce((sum, one) => sum + one.votes, 0);
  return { while_private, votes, ...said, counts };
}

function isEndOf(sha256: Sha256, sealed: SealedResults, heads: readonly TreeHead[]): boolean {
  if (sealed.format === "kanaat-sealed-results/1") return false;
  const { count, last } = sealed.heads;
  return heads.every(
    (head) =>
      head.survey_id === sealed.survey.id &&
      head.number <= count &&
      head.is_last === (head.number === count) &&
      (!head.is_last || hashOfHead(sha256, head) === last),
  );
}

function missingOf(sorted: readonly TreeHead[], sealed: SealedResults | undefined): number[] {
  const known = new Set(sorted.map(({ number }) => number));
  const end = sealed && "heads" in sealed ? sealed.heads.count : sorted.at(-1)?.number;
  const [from = 1, to = 0] = [sorted[0]?.number, end];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).filter(
    (number) => !known.has(number),
  );
}

import { HOUR_MS } from "#contract/durations.ts";
import type { Shared } from "#contract/endpoints/moderation/people.ts";

/** What is compared of an account. */
export interface Traits {
  created_at: number;
  nickname: string;
  email: string;
  /** That it registered from, as a number; null where that is not known any more. */
  network: number | null;
  /** Of public surveys, as `trigramsOf` makes them. */
  questions: readonly Set<string>[];
}

/** Mailboxes of everybody: sharing their domain says nothing. */
const COMMON_DOMAINS =
  /^(gmail|googlemail|hotmail|outlook|live|msn|windowslive|yahoo|ymail|icloud|me|yandex|mynet|proton|protonmail|gmx)\.[a-z.]+$/;
/** Digits at the end of a nickname from which on its form counts. */
const DIGITS_MIN = 3;
/** The least share of common trigrams with which two questions count as the same. */
const ALIKE = 0.7;

/** Returns what two accounts have in common, of what automatic registrations share. */
export function sharedTraits(one: Traits, other: Traits): Shared[] {
  const found: Record<Shared, boolean> = {
    hour: Math.abs(one.created_at - other.created_at) <= HOUR_MS,
    // Many people of a mobile carrier share one.
    network: one.network !== null && one.network === other.network,
    nickname: isFormAlike(one.nickname, other.nickname),
    domain: isDomainShared(domainOf(one.email), domainOf(other.email)),
    question: one.questions.some((a) => other.questions.some((b) => areAlike(a, b))),
  };
  return (Object.keys(found) as Shared[]).filter((trait) => found[trait]);
}

/** Whether what is shared is more than chance: the same question, or any two of the others. */
export const isTelling = (shared: readonly Shared[]): boolean =>
  shared.includes("question") || shared.length > 1;

/** The same letters before digits, or letters and digits at the same places. */
function isFormAlike(one: string, other: string): boolean {
  const [a, b] = [formOf(one), formOf(other)];
  return a !== undefined && b !== undefined && (a.stem === b.stem || a.shape === b.shape);
}

function formOf(nickname: string): { stem: string; shape: string } | undefined {
  const digits = /\d*$/.exec(nickname)?.[0].length ?? 0;
  if (digits < DIGITS_MIN) return undefined;
  const stem = nickname.slice(0, -digits);
  return { stem, shape: nickname.replace(/[a-z]/g, "a").replace(/\d/g, "0") };
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

const isDomainShared = (one: string, other: string): boolean =>
  one === other && !COMMON_DOMAINS.test(one);

/** By the share of common trigrams (Jaccard). */
export function areAlike(one: Set<string>, other: Set<string>): boolean {
  let common = 0;
  for (const trigram of one) if (other.has(trigram)) common += 1;
  return common >= ALIKE * (one.size + other.size - common);
}

/** The trigrams of a question; case, punctuation and spaces do not count. */
export function trigramsOf(text: string): Set<string> {
  const plain = ` ${text.toLocaleLowerCase("tr").replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  return new Set(Array.from({ length: plain.length - 2 }, (_, at) => plain.slice(at, at + 3)));
}

import { foldLetters } from "./folded-letters.ts";

export const OWN_PASSWORD =
  "Şifreniz adınızdan, kullanıcı adınızdan ya da e-posta adresinizden oluşamaz. " +
  "Lütfen başka bir şifre seçin.";

/** How many other letters make a password more than what is known about its owner. */
const OTHER_LETTERS_MIN = 3;

interface Owner {
  name: string;
  nickname: string;
  email: string;
}

/**
 * Whether a password consists of its owner's name, nickname or e-mail address, or parts of them,
 * plus only digits, signs and one or two letters (R34). Case, dots and accents are ignored.
 */
export function isOwnPassword(password: string, owner: Owner): boolean {
  const folded = lettersOf(password);
  const other = ownWords(owner).reduce((rest, word) => rest.replaceAll(word, " "), folded);
  return other !== folded && (other.match(/\p{L}/gu) ?? []).length < OTHER_LETTERS_MIN;
}

/** Longest first, so that no word is split by a part of itself. */
function ownWords({ name, nickname, email }: Owner): string[] {
  const mailbox = email.slice(0, email.indexOf("@"));
  const wholes = [name, nickname, email, mailbox].map(lettersOf);
  const parts = [name, nickname, mailbox].flatMap(
    (text) => foldLetters(text).match(/\p{L}+/gu) ?? [],
  );
  return [...wholes, ...parts]
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length);
}

const lettersOf = (text: string): string => foldLetters(text).replace(/[^\p{L}\p{N}]/gu, "");

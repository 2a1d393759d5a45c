import { foldLetters } from "./folded-letters.ts";

export const OWN_PASSWORD =
  "Şifreniz adınızdan, kullanıcı adınızdan ya da e-posta adresinizden oluşamaz. " +
  "Lütfen başka bir şifre seçin.";

/** Letters that make a password more than what is known of its owner. */
const OTHER_LETTERS_MIN = 3;

interface Owner {
  name: string;
  nickname: string;
  email: string;
}

/**
 * Whether a password is made of its owner's name, nickname or e-mail address, or parts of them, with
 * nothing but digits, signs and one or two letters besides (R34). Case, dots and accents of letters
 * make no difference.
 */
export function isOwnPassword(password: string, owner: Owner): boolean {
  const folded = lettersOf(password);
  const other = ownWords(owner).reduce((rest, word) => rest.replaceAll(word, " "), folded);
  return other !== folded && (other.match(/\p{L}/gu) ?? []).length < OTHER_LETTERS_MIN;
}

/** The longest first, so that none is taken apart by a part of it. */
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

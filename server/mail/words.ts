declare const ours: unique symbol;

/**
 * Text that the product or its operator has written. Letters consist of nothing else, so that
 * nobody can have the product send their words to other people (R404).
 */
export type Words = string & { readonly [ours]: true };

/** Builds text from other such text and numbers. */
export const words = (texts: TemplateStringsArray, ...values: readonly (Words | number)[]): Words =>
  String.raw({ raw: texts }, ...values) as Words;

/** Text of the operator's settings. */
export const operatorWords = (setting: string): Words => setting as Words;

/** A nickname, which has only letters, digits and "_"; empty where the text is none. */
export const nicknameWords = (nickname: string): Words =>
  (/^[a-z0-9_]{1,30}$/.test(nickname) ? nickname : "") as Words;

/** The secret of a link, as `newToken` makes it. */
export const secretWords = (secret: string): Words => secret as Words;

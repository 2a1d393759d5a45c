/** How long a text counts as, in characters as a person counts them: "🎉" is one, "é" is one. */
export const lengthOf = (text: string): number => [...text.normalize("NFC").trim()].length;

/** What to say of a text that is longer than it may be. */
export function tooLong(text: string, max: number): string | undefined {
  const over = lengthOf(text) - max;
  if (over <= 0) return undefined;
  return `En fazla ${max} karakter girebilirsiniz; ${over} karakter fazla.`;
}

/** The length in characters as a person counts them: "🎉" is one, "é" is one. */
export const lengthOf = (text: string): number => [...text.normalize("NFC").trim()].length;

/** The Turkish error for a text that is too long; undefined if it is not. */
export function tooLong(text: string, max: number): string | undefined {
  const over = lengthOf(text) - max;
  if (over <= 0) return undefined;
  return `En fazla ${max} karakter girebilirsiniz; ${over} karakter fazla.`;
}

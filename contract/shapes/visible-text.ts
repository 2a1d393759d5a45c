/** What people paste unseen: soft hyphens, zero-width spaces, direction marks. */
const HARMLESS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/gu;
const BLANKS = /[\t\v\f\u0085]/gu;
const BREAKS = /\r\n?|[\u2028\u2029]/gu;
/** Needed inside emoji and in some scripts: joiners, and the letters in flags such as Scotland's. */
const NEEDED =
  /\u200c|\u200d|\ufe0f|(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffd]/u;
const NEW_LINE = /\n/g;

/** Returns the text in NFC, trimmed, without harmless invisible characters; tabs become spaces. */
export const tidied = (text: string): string =>
  text.normalize("NFC").replace(HARMLESS, "").replace(BLANKS, " ").replace(BREAKS, "\n").trim();

/** The same on one line, as for a pasted spreadsheet cell. */
export const tidiedLine = (text: string): string => tidied(text).replace(NEW_LINE, " ");

/** The index of the first invisible character that may mislead; -1 if there is none. */
export const unseenAt = (text: string): number =>
  text
    .replace(NEEDED, (needed) => " ".repeat(needed.length))
    .replace(NEW_LINE, " ")
    .search(UNSEEN);

/** How much of the text before it is quoted, in characters. */
const QUOTED = 15;

/** Says in Turkish where the first invisible character of a text is, to show beside its field. */
export function unseenMessage(text: string): string {
  const before = [...text.slice(0, Math.max(unseenAt(text), 0))].slice(-QUOTED).join("").trim();
  return before === ""
    ? "Metnin başında görünmeyen bir karakter var; silip yeniden yazın."
    : `“${before}” sözünden hemen sonra görünmeyen bir karakter var; orayı silip yeniden yazın.`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it is written in elements and quoted attributes of HTML, SVG and Pango markup. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Markup that is not escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** Builds markup: parts that are not `Html` are escaped, lists are joined. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(toText)));

function toText(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join("");
  return escapeMarkup(String(part));
}

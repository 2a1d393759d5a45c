// Parses the Markdown files of content/ at build time, so that browsers load no Markdown parser and
// no text is inserted as HTML.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { marked, type Token } from "marked";
import type { Plugin } from "vite";
import { BRAND } from "../contract/brand.ts";
import type { TextNode } from "../web/ui/text-node.ts";

/** Values of the placeholders in the texts, such as the operator's name. */
const OPERATOR_FILE = "content/operator.json";

const tags: Readonly<Record<string, (token: Token) => string>> = {
  heading: (token) => `h${token.type === "heading" ? token.depth : 2}`,
  paragraph: () => "p",
  blockquote: () => "blockquote",
  list: (token) => (token.type === "list" && token.ordered ? "ol" : "ul"),
  list_item: () => "li",
  strong: () => "strong",
  em: () => "em",
  link: () => "a",
  hr: () => "hr",
  br: () => "br",
};

/** Makes `import { text } from "#content/kvkk.md"` a `TextNode[]`; fills in `{placeholders}`. */
export function markdown(): Plugin {
  return {
    name: "markdown",
    async transform(source, path) {
      if (!path.endsWith(".md")) return;
      this.addWatchFile(OPERATOR_FILE);
      const values = { brand: BRAND, ...JSON.parse(await readFile(OPERATOR_FILE, "utf8")) };
      const filled = source.replaceAll(
        /\{(\w+)\}/g,
        (placeholder, name) => values[name] ?? placeholder,
      );
      const tree = marked.lexer(filled).flatMap((token) => toNodes(token, basename(path)));
      return { code: `export const text = ${JSON.stringify(tree)};`, map: null };
    },
  };
}

function toNodes(token: Token, file: string): TextNode[] {
  const children = childTokens(token).flatMap((child) => toNodes(child, file));
  if (token.type === "space") return [];
  if (token.type === "text" || token.type === "escape") {
    return children.length > 0 ? children : [token.text];
  }
  const tag = tags[token.type]?.(token);
  if (!tag) throw new Error(`${file}: unsupported Markdown: ${token.raw.trim()}`);
  return [{ tag, children, ...(token.type === "link" && { href: token.href }) } as TextNode];
}

function childTokens(token: Token): Token[] {
  if ("items" in token) return token.items;
  return "tokens" in token ? (token.tokens ?? []) : [];
}

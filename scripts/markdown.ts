// Turns the Markdown files of content/ into trees of tags when the pages are built, so that no
// Markdown parser reaches a browser and no text is ever set as HTML.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { marked, type Token } from "marked";
import type { Plugin } from "vite";
import { BRAND } from "../contract/brand.ts";
import type { TextNode } from "../web/ui/text-node.ts";

const OPERATOR = "content/operator.json";

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

/** `import { text } from "#content/kvkk.md"`: its tree, with the operator's own words filled in. */
export function markdown(): Plugin {
  return {
    name: "markdown",
    async transform(source, path) {
      if (!path.endsWith(".md")) return;
      this.addWatchFile(OPERATOR);
      const words = { brand: BRAND, ...JSON.parse(await readFile(OPERATOR, "utf8")) };
      const filled = source.replaceAll(/\{(\w+)\}/g, (hole, name) => words[name] ?? hole);
      const tree = marked.lexer(filled).flatMap((token) => nodesOf(token, basename(path)));
      return { code: `export const text = ${JSON.stringify(tree)};`, map: null };
    },
  };
}

function nodesOf(token: Token, file: string): TextNode[] {
  const children = innerTokens(token).flatMap((inner) => nodesOf(inner, file));
  if (token.type === "space") return [];
  if (token.type === "text" || token.type === "escape") {
    return children.length > 0 ? children : [token.text];
  }
  const tag = tags[token.type]?.(token);
  if (!tag) throw new Error(`${file}: our pages do not know this Markdown: ${token.raw.trim()}`);
  return [{ tag, children, ...(token.type === "link" && { href: token.href }) } as TextNode];
}

function innerTokens(token: Token): Token[] {
  if ("items" in token) return token.items;
  return "tokens" in token ? (token.tokens ?? []) : [];
}

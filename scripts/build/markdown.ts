// Parses the Markdown files of content/ at build time, so that browsers load no Markdown parser and
// no text is inserted as HTML.
import { basename } from "node:path";
import { marked, type Token } from "marked";
import type { Plugin } from "vite";
import { BRAND } from "../../contract/brand.ts";
import { committedText, readText } from "../../server/http/text-file.ts";
import {
  type Condition,
  isCondition,
  isKeptLog,
  KEPT_LOGS,
  type TextNode,
} from "../../web/ui/text-node.ts";

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

/** A paragraph that begins or ends a part whose display depends on what the installation offers. */
const BEGIN = /^\{if (not )?(\w+)\}$/;
const END = /^\{end\}$/;
const DAYS = new RegExp(`\\{(${KEPT_LOGS.join("|")})_days\\}`);

/** Makes `import { text } from "#content/kvkk.md"` a `TextNode[]`. */
export function markdown(): Plugin {
  return {
    name: "markdown",
    async transform(source, path) {
      if (!path.endsWith(".md")) return;
      this.addWatchFile(OPERATOR_FILE);
      const values = { brand: BRAND, ...JSON.parse(await readText(OPERATOR_FILE)) };
      const tree = parseText(source, basename(path), values);
      return { code: `export const text = ${JSON.stringify(tree)};`, map: null };
    },
  };
}

/**
 * Parses the text of `file`, with `values` in place of its `{placeholders}`. Throws if it contains
 * unsupported Markdown, or a condition that is unknown, nested or not closed.
 */
export function parseText(
  source: string,
  file: string,
  values: Readonly<Record<string, string>>,
): TextNode[] {
  const filled = committedText(source).replaceAll(
    /\{(\w+)\}/g,
    (placeholder, name) => values[name] ?? placeholder,
  );
  const tree: TextNode[] = [];
  let within: { condition: Condition; expected: boolean; children: TextNode[] } | undefined;
  for (const token of marked.lexer(filled)) {
    const text = token.raw.trim();
    const [begins, not, condition = ""] = BEGIN.exec(text) ?? [];
    const ends = END.test(text);
    if (begins ? within || !isCondition(condition) : ends && !within) throw misplaced(file, text);
    if (begins && isCondition(condition)) {
      within = { condition, expected: !not, children: [] };
      tree.push(within);
    } else if (ends) within = undefined;
    else (within?.children ?? tree).push(...toNodes(token, file));
  }
  if (within) throw misplaced(file, `{if ${within.condition}} without {end}`);
  return tree;
}

const misplaced = (file: string, text: string) =>
  new Error(`${file}: misplaced condition: ${text}`);

function toNodes(token: Token, file: string): TextNode[] {
  const children = childTokens(token).flatMap((child) => toNodes(child, file));
  if (token.type === "space") return [];
  if (token.type === "text" || token.type === "escape") {
    if (/\{(if |end\})/.test(token.text)) throw misplaced(file, token.raw.trim());
    return children.length > 0 ? children : withDays(token.text);
  }
  const tag = tags[token.type]?.(token);
  if (!tag) throw new Error(`${file}: unsupported Markdown: ${token.raw.trim()}`);
  return [{ tag, children, ...(token.type === "link" && { href: token.href }) } as TextNode];
}

/** Splits a text into parts; those at odd indexes name a log whose days the pages fill in. */
const withDays = (text: string): TextNode[] =>
  text
    .split(DAYS)
    .map((part, i) => (i % 2 === 1 && isKeptLog(part) ? { daysOf: part } : part))
    .filter((part) => part !== "");

function childTokens(token: Token): Token[] {
  if ("items" in token) return token.items;
  return "tokens" in token ? (token.tokens ?? []) : [];
}

type Tag = "h1" | "h2" | "h3" | "p" | "blockquote" | "ul" | "ol" | "li" | "strong" | "em";

const conditions = ["mail", "providers"] as const;
/** Something that an installation offers or does not: mail, signing in with providers. */
export type Condition = (typeof conditions)[number];
export const isCondition = (name: string): name is Condition =>
  conditions.some((condition) => condition === name);

/** A node of the tree that a Markdown file is turned into at build time. */
export type TextNode =
  | string
  | { tag: Tag; children: TextNode[] }
  | { tag: "a"; href: string; children: TextNode[] }
  | { tag: "hr" | "br"; children: [] }
  /** Shown only where what the installation offers agrees with `holds`. */
  | { condition: Condition; holds: boolean; children: TextNode[] };

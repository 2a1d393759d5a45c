type Tag = "h1" | "h2" | "h3" | "p" | "blockquote" | "ul" | "ol" | "li" | "strong" | "em";

/** A node of the tree that a Markdown file is turned into at build time. */
export type TextNode =
  | string
  | { tag: Tag; children: TextNode[] }
  | { tag: "a"; href: string; children: TextNode[] }
  | { tag: "hr" | "br"; children: [] };

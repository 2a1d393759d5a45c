type Tag = "h1" | "h2" | "h3" | "p" | "blockquote" | "ul" | "ol" | "li" | "strong" | "em";

/** A text as a tree: what a Markdown file becomes when the pages are built. */
export type TextNode =
  | string
  | { tag: Tag; children: TextNode[] }
  | { tag: "a"; href: string; children: TextNode[] }
  | { tag: "hr" | "br"; children: [] };

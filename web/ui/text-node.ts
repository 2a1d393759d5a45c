type Tag = "h1" | "h2" | "h3" | "p" | "blockquote" | "ul" | "ol" | "li" | "strong" | "em";

export const KEPT_LOGS = ["deletion_log", "security_log"] as const;
/** What an installation keeps for as many days as its operator says, or not at all. */
export type KeptLog = (typeof KEPT_LOGS)[number];
export const isKeptLog = (name: string): name is KeptLog => KEPT_LOGS.some((log) => log === name);

const conditions = ["mail", "providers", ...KEPT_LOGS] as const;
/** Something that an installation does or does not: send mail, sign in with providers, keep a log. */
export type Condition = (typeof conditions)[number];
export const isCondition = (name: string): name is Condition =>
  conditions.some((condition) => condition === name);

/** A node of the tree that a Markdown file is turned into at build time. */
export type TextNode =
  | string
  | { tag: Tag; children: TextNode[] }
  | { tag: "a"; href: string; children: TextNode[] }
  | { tag: "hr" | "br"; children: [] }
  /** For how many days this is kept, as a number. */
  | { daysOf: KeptLog }
  /** Shown only where what the installation offers agrees with `holds`. */
  | { condition: Condition; holds: boolean; children: TextNode[] };

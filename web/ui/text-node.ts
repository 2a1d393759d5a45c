type Tag = "h1" | "h2" | "h3" | "p" | "blockquote" | "ul" | "ol" | "li" | "strong" | "em";

export const KEPT_LOGS = ["deletion_log", "security_log"] as const;
/** A log whose days the operator sets; 0 turns it off. */
export type KeptLog = (typeof KEPT_LOGS)[number];
export const isKeptLog = (name: string): name is KeptLog => KEPT_LOGS.some((log) => log === name);

const conditions = ["mail", "providers", ...KEPT_LOGS] as const;
/** A feature of an installation: sending mail, signing in with providers, keeping a log. */
export type Condition = (typeof conditions)[number];
export const isCondition = (name: string): name is Condition =>
  conditions.some((condition) => condition === name);

/** A node of the tree that a Markdown file is turned into at build time. */
export type TextNode =
  | string
  | { tag: Tag; children: TextNode[] }
  | { tag: "a"; href: string; children: TextNode[] }
  | { tag: "hr" | "br"; children: [] }
  /** Shown as the number of days this log is kept. */
  | { daysOf: KeptLog }
  | { condition: Condition; expected: boolean; children: TextNode[] };

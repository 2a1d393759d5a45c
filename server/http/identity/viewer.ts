/** A signed-in account. Every account is a `member`; other roles would come with the session. */
export interface Member {
  readonly id: number;
  readonly role: "member";
  /** Of the mailboxes and provider identities that the account has or had. */
  readonly numbers: readonly number[];
}

/** The caller of a request; null is a visitor. */
export type Viewer = Member | null;

import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { onAccountIncomplete } from "#web/lib/api/api-client.ts";
import { hasSignedInBefore, onSessionChange } from "#web/lib/session.ts";
import { registration, sendsMail } from "#web/lib/ssr-context.ts";
import { createStore } from "#web/lib/store.ts";
import type { SettledVote } from "./codes/code-attempt.ts";

/**
 * `code` votes by a code that is sent by mail; `details` and `identity` complete the account that
 * this opens.
 */
type AuthKind = "login" | "register" | "code" | "details" | "identity";

export interface Purpose {
  /** Returns the reason to sign in; `once` is "üye olur olmaz" or "giriş yapar yapmaz". */
  why: (once: string) => string;
  /** The choice made before signing in, shown above the form. */
  choice?: { text: string; image: string } | undefined;
  /** The vote that a code can cast. */
  vote?: WaitingVote | undefined;
  /** Continues as soon as the visitor has signed in (R13), told what became of a vote by code. */
  afterSignIn: (settled?: SettledVote) => void;
  /** The act for `takeResumed`, to continue on this page after returning from a provider's. */
  resume?: string;
}

export interface AuthDialogState {
  shown: AuthKind | null;
  purpose?: Purpose | undefined;
  /** The dialog's title, instead of that of its kind. */
  title?: string;
  /** The vote after which `details` are asked for. */
  counted?: WaitingVote | undefined;
  /** Called when it is closed; with `true` once the account is complete. */
  onClosed?: ((isComplete: boolean) => void) | undefined;
}

export const authDialog = createStore<AuthDialogState>({ shown: null });

/**
 * Asks a visitor to sign in without leaving the page; closing the dialog drops the purpose. "join"
 * opens the login in a browser where somebody has signed in before, otherwise the vote by code, or
 * the registration where there is none to cast or no mail is sent (R198); the login also where not
 * everybody may register (R642).
 */
export function openAuthDialog(kind: AuthKind | "join", purpose?: Purpose): void {
  const ifNew = purpose?.vote && sendsMail() ? "code" : "register";
  const joining = hasSignedInBefore() || registration() !== "open" ? "login" : ifNew;
  authDialog.set({ shown: kind === "join" ? joining : kind, purpose });
}

/** Switches between login and registration and keeps the purpose. */
export const switchAuthDialog = (shown: AuthKind): void =>
  authDialog.set({ ...authDialog.get(), shown });

export function closeAuthDialog(isComplete = false): void {
  const { onClosed } = authDialog.get();
  authDialog.set({ shown: null });
  onClosed?.(isComplete);
}

/** What needs a name waits for it, and goes on by itself (R504). */
onAccountIncomplete(
  () => new Promise((onClosed) => authDialog.set({ shown: "identity", onClosed })),
);

onSessionChange((change, isHere) => {
  if (change !== "started") return;
  const { purpose } = authDialog.get();
  closeAuthDialog();
  // Somebody else, who did not start this, may have signed in in another tab.
  if (isHere) purpose?.afterSignIn();
});

import { hasSignedInBefore, onSessionChange } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

type AuthKind = "login" | "register";

interface Purpose {
  /** Says what one signs in for; `once` is "üye olur olmaz" or "giriş yapar yapmaz". */
  why: (once: string) => string;
  /** What was chosen before, shown above the form. */
  choice?: { text: string; image: string } | undefined;
  /** Goes on with it as soon as somebody is signed in (R13). */
  afterSignIn: () => void;
  /** The same on this page after it was left for a provider's, as `takeResumed` takes it. */
  resume?: string;
}

interface AuthDialog {
  shown: AuthKind | null;
  purpose?: Purpose | undefined;
}

export const authDialog = createStore<AuthDialog>({ shown: null });

/**
 * Asks a visitor to sign in without leaving the page; closing the dialog drops the purpose. "join"
 * opens the registration in a browser where nobody has signed in yet, otherwise the login (R198).
 */
export function openAuthDialog(kind: AuthKind | "join", purpose?: Purpose): void {
  const ifNew = hasSignedInBefore() ? "login" : "register";
  authDialog.set({ shown: kind === "join" ? ifNew : kind, purpose });
}

/** Switches between login and registration and keeps the purpose. */
export const switchAuthDialog = (shown: AuthKind): void =>
  authDialog.set({ ...authDialog.get(), shown });

export const closeAuthDialog = (): void => authDialog.set({ shown: null });

onSessionChange((change, isHere) => {
  if (change !== "started") return;
  const { purpose } = authDialog.get();
  closeAuthDialog();
  // In another tab somebody else may have signed in, who did not begin this.
  if (isHere) purpose?.afterSignIn();
});

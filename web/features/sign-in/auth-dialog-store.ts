import { hasSignedInBefore, onSessionChange } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

type AuthKind = "login" | "register";

interface Purpose {
  /** Returns the reason to sign in; `once` is "üye olur olmaz" or "giriş yapar yapmaz". */
  why: (once: string) => string;
  /** The choice made before signing in, shown above the form. */
  choice?: { text: string; image: string } | undefined;
  /** Continues as soon as the visitor has signed in (R13). */
  afterSignIn: () => void;
  /** The act for `takeResumed`, to continue on this page after returning from a provider's. */
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
  // Somebody else, who did not start this, may have signed in in another tab.
  if (isHere) purpose?.afterSignIn();
});

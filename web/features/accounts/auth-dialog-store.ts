import { onSessionChange } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

type AuthKind = "login" | "register";

interface Purpose {
  /** A sentence that says what one signs in for. */
  why: string;
  /** Goes on with it as soon as somebody is signed in (R13). */
  afterSignIn: () => void;
}

interface AuthDialog {
  shown: AuthKind | null;
  purpose?: Purpose | undefined;
}

export const authDialog = createStore<AuthDialog>({ shown: null });

/** Asks a visitor to sign in without leaving the page; closing the dialog drops the purpose. */
export const openAuthDialog = (shown: AuthKind, purpose?: Purpose): void =>
  authDialog.set({ shown, purpose });

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

import { onSessionChange } from "#web/lib/session.ts";

export type AuthKind = "login" | "register";

let shown: AuthKind | null = null;
let afterwards: (() => void) | undefined;
const listeners = new Set<() => void>();

function show(kind: AuthKind | null): void {
  shown = kind;
  for (const listener of listeners) listener();
}

/**
 * Asks a visitor to sign in, in place. `afterSignIn` then goes on with what they wanted to do
 * (decision 2); it is forgotten when they close the dialog.
 */
export function openAuthDialog(kind: AuthKind, afterSignIn?: () => void): void {
  afterwards = afterSignIn;
  show(kind);
}

/** From login to registration or back, keeping what was to be done afterwards. */
export const switchAuthDialog = (kind: AuthKind): void => show(kind);

export function closeAuthDialog(): void {
  afterwards = undefined;
  show(null);
}

export const authDialogStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
};

onSessionChange((change) => {
  if (change !== "started") return;
  const goOn = afterwards;
  closeAuthDialog();
  goOn?.();
});

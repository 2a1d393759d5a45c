import { onSessionChange } from "#web/lib/session.ts";

type AuthKind = "login" | "register";

interface Purpose {
  /** What one signs in for, in a sentence. */
  why: string;
  /** Goes on with it (R13). */
  afterSignIn: () => void;
}

let shown: AuthKind | null = null;
let purpose: Purpose | undefined;
const listeners = new Set<() => void>();

function show(kind: AuthKind | null): void {
  shown = kind;
  for (const listener of listeners) listener();
}

/** Asks a visitor to sign in, in place; the purpose is forgotten when they close the dialog. */
export function openAuthDialog(kind: AuthKind, given?: Purpose): void {
  purpose = given;
  show(kind);
}

/** From login to registration or back, keeping the purpose. */
export const switchAuthDialog = (kind: AuthKind): void => show(kind);

export function closeAuthDialog(): void {
  purpose = undefined;
  show(null);
}

export const authDialogStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
  why: () => purpose?.why,
};

onSessionChange((change, isHere) => {
  if (change !== "started") return;
  const goOn = purpose?.afterSignIn;
  closeAuthDialog();
  // Who signed in elsewhere, perhaps somebody else, may not think of what was begun here.
  if (isHere) goOn?.();
});

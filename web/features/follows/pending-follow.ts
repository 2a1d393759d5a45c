import { onSessionChange } from "#web/lib/session.ts";

/** The follow that waits for a login, and the page that the login returns to. */
let pending: { next: string; follow: () => void } | undefined;

/** Follows once the visitor has signed in, unless they left the login page meanwhile. */
export function followAfterSignIn(next: string, follow: () => void): void {
  pending = { next, follow };
}

onSessionChange((change, isHere) => {
  const { next, follow } = pending ?? {};
  pending = undefined;
  const { pathname, search } = location;
  const isLoggingIn = pathname === "/login" && new URLSearchParams(search).get("next") === next;
  // In another tab somebody else may have signed in, who did not press this.
  if (change === "started" && isHere && isLoggingIn) follow?.();
});

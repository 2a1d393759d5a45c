import { onSessionChange } from "#web/lib/session.ts";

/** What a visitor pressed, and the page that the login will lead back to. */
let waiting: { next: string; follow: () => void } | undefined;

/** Goes on with a follow once the visitor has signed in, unless they leave the login for another. */
export function followAfterSignIn(next: string, follow: () => void): void {
  waiting = { next, follow };
}

onSessionChange((change, isHere) => {
  const { next, follow } = waiting ?? {};
  waiting = undefined;
  const { pathname, search } = location;
  const isOnTheWay = pathname === "/login" && new URLSearchParams(search).get("next") === next;
  // Who signed in elsewhere, perhaps somebody else, may not think of what was begun here.
  if (change === "started" && isHere && isOnTheWay) follow?.();
});

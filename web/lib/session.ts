import { local, ofTab } from "#web/lib/browser-storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** `unknown` on the server, whose documents are the same for everybody. */
type LoginState = "unknown" | "in" | "out";
/** Expired: the server took the token no longer. */
export type SessionChange = "started" | "ended" | "expired";

const TOKEN = "token";
const EXPIRES_AT = "expires_at";
/** In this tab until somebody is told, also over the loading of another page (R27). */
const IS_LOGIN = "isLogin";
const IS_LOGOUT = "isLogout";
/** `isHere`: in this tab, not in another. */
type Listener = (change: SessionChange, isHere: boolean) => void;
const listeners = new Set<Listener>();

/** Runs before the first paint: completes a logout, and chooses between two variants of a page. */
export const markLoginState = `try{var l=localStorage;
if(sessionStorage.${IS_LOGOUT}){delete l.${EXPIRES_AT};delete l.${TOKEN}}
document.documentElement.dataset.auth=l.${TOKEN}?"in":"out"}
catch{document.documentElement.dataset.auth="out"}`;

/** The bearer token, null for visitors and on the server, whose clock alone says if it is past. */
export function currentToken(): string | null {
  return local.get(TOKEN);
}

/** Signs in with what the login call answered (R21). */
export function startSession(session: { token: string; expires_at: string }): void {
  local.set(EXPIRES_AT, session.expires_at);
  local.set(TOKEN, session.token);
  ofTab.set(IS_LOGIN, "true");
  tell("started");
}

/**
 * Signs out in this browser; the caller ends the session on the server (R24). Who loads
 * another page next leaves it to that one to tell of it.
 */
export function endSession({ leaving = false } = {}): void {
  local.remove(EXPIRES_AT);
  local.remove(TOKEN);
  ofTab.set(IS_LOGOUT, "true");
  if (!leaving) tell("ended");
}

/** The change that nobody was told of yet; whoever asks tells it. */
export function takeUntoldChange(): "started" | "ended" | undefined {
  const [isLogin, isLogout] = [IS_LOGIN, IS_LOGOUT].map((flag) => ofTab.get(flag));
  for (const flag of [IS_LOGIN, IS_LOGOUT]) ofTab.remove(flag);
  if (isLogout) return "ended";
  return isLogin ? "started" : undefined;
}

/**
 * The server refused `token`: unless a newer one has taken its place, the session is over. Its
 * expiry stays, by which other tabs know that nobody signed out.
 */
export function expireSession(token: string): void {
  if (currentToken() !== token) return;
  local.remove(TOKEN);
  tell("expired");
}

/** Calls back at each change, in this tab or another; answers the way to stop it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const loginState = createStore<LoginState>("unknown");

/** Whether somebody is signed in; no on the server, so that a visitor's page is not rendered again. */
export const useIsSignedIn = (): boolean => useStore(loginState, (state) => state === "in");

/** For what must know whether that is known. */
export const useLoginState = (): LoginState => useStore(loginState);

/** The token that this page was last rendered for. */
let shownToken: string | null = null;

function showToken(): void {
  shownToken = currentToken();
  loginState.set(shownToken ? "in" : "out");
}

function tell(change: SessionChange, isHere = true): void {
  showToken();
  document.documentElement.dataset.auth = shownToken ? "in" : "out";
  for (const listener of listeners) listener(change, isHere);
}

if (typeof window !== "undefined") {
  showToken();
  // Told by what happened: when a busy page hears of it, somebody else may be signed in already.
  let isSignedOut = false;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === EXPIRES_AT || key === null) isSignedOut = newValue === null;
    if (key !== TOKEN && key !== null) return;
    if (newValue) tell("started", false);
    else tell(isSignedOut ? "ended" : "expired", false);
  });
  // Back from the browser's memory, a page still shows who was signed in when it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && shownToken !== currentToken()) location.reload();
  });
}

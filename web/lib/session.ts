import { useSyncExternalStore } from "react";

/** `unknown` on the server, whose documents are the same for everybody. */
export type LoginState = "unknown" | "in" | "out";
/** An expired session comes with what the server said about it. */
export type SessionChange =
  | { kind: "started" | "ended" }
  | { kind: "expired"; title: string; message: string };

const TOKEN = "token";
const EXPIRES_AT = "expires_at";
/** In this tab until somebody is told, also over the loading of another page (spec §4). */
const IS_LOGIN = "isLogin";
const IS_LOGOUT = "isLogout";
const listeners = new Set<(change: SessionChange) => void>();

/** Runs before the first paint: completes a logout, and chooses between two variants of a page. */
export const markLoginState = `try{var l=localStorage;
if(sessionStorage.${IS_LOGOUT}){delete l.${TOKEN};delete l.${EXPIRES_AT}}
var t=l.${TOKEN},e=l.${EXPIRES_AT};
document.documentElement.dataset.auth=t&&!(Date.parse(e)<=Date.now())?"in":"out"}
catch{document.documentElement.dataset.auth="out"}`;

/** The bearer token, null for visitors and on the server; one past its expiry does not count. */
export function currentToken(): string | null {
  if (typeof window === "undefined") return null;
  const isPast = Date.parse(localStorage.getItem(EXPIRES_AT) ?? "") <= Date.now();
  return isPast ? null : localStorage.getItem(TOKEN);
}

/** Signs in with what the login call answered (decision 6). */
export function startSession(session: { token: string; expires_at: string }): void {
  localStorage.setItem(EXPIRES_AT, session.expires_at);
  localStorage.setItem(TOKEN, session.token);
  sessionStorage.setItem(IS_LOGIN, "true");
  tell({ kind: "started" });
}

/**
 * Signs out in this browser; the caller ends the session on the server (decision 5). Who loads
 * another page next leaves it to that one to tell of it.
 */
export function endSession({ leaving = false } = {}): void {
  forget();
  sessionStorage.setItem(IS_LOGOUT, "true");
  if (!leaving) tell({ kind: "ended" });
}

/** The change that nobody was told of yet; whoever asks tells it. */
export function takeUntoldChange(): "started" | "ended" | undefined {
  const [isLogin, isLogout] = [IS_LOGIN, IS_LOGOUT].map((flag) => sessionStorage.getItem(flag));
  for (const flag of [IS_LOGIN, IS_LOGOUT]) sessionStorage.removeItem(flag);
  if (isLogout) return "ended";
  return isLogin ? "started" : undefined;
}

/** The server refused `token`: unless a newer one has taken its place, the session is over. */
export function expireSession(token: string, told: { title: string; message: string }): void {
  if (localStorage.getItem(TOKEN) !== token) return;
  forget();
  tell({ kind: "expired", title: told.title, message: told.message });
}

/** Calls back at each change, in this tab or another; answers the way to stop it. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLoginState(): LoginState {
  return useSyncExternalStore(onSessionChange, loginState, () => "unknown");
}

function loginState(): LoginState {
  return currentToken() ? "in" : "out";
}

function forget(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(EXPIRES_AT);
}

function tell(change: SessionChange): void {
  document.documentElement.dataset.auth = loginState();
  for (const listener of listeners) listener(change);
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => {
    if (key === TOKEN || key === null) tell({ kind: currentToken() ? "started" : "ended" });
  });
  // Back from the browser's memory, a page still shows who was signed in when it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && document.documentElement.dataset.auth !== loginState()) location.reload();
  });
}

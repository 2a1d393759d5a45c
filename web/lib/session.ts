import { HOUR_MS } from "#contract/durations.ts";
import { SESSION_HOURS } from "#contract/limits.ts";
import { browserStorage, tabStorage } from "#web/lib/browser-storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** `unknown` on the server, whose documents are the same for everybody. */
type LoginState = "unknown" | "in" | "out";
/** Expired: the server no longer accepted the token. */
export type SessionChange = "started" | "ended" | "expired";

const TOKEN = "token";
const EXPIRES_AT = "expires_at";
/** The previous token of this session; calls under way may have been sent with it. */
const REPLACED = "replaced-token";
/** Lock held while the server replaces the token, until the new one is stored. */
const RENEWAL = "kanaat-token";
/** Set once somebody has signed in here; kept after signing out, and does not say who. */
const SIGNED_IN_BEFORE = "signed-in-before";
/** A change that this tab has yet to announce, kept while another page loads (R27). */
const IS_LOGIN = "isLogin";
const IS_LOGOUT = "isLogout";
/** How high the strip beneath the header was here; also the name of a CSS variable. */
export const STRIP_ROOM = "strip-room";
interface Session {
  token: string;
  expires_at: string;
}
/** `isHere`: in this tab, not in another. */
type Listener = (change: SessionChange, isHere: boolean) => void;
const listeners = new Set<Listener>();

/**
 * Runs before the first paint: completes a logout, sets which variant of the page is shown, and keeps
 * the strip's room.
 */
export const LOGIN_STATE_SCRIPT = `(function(e,d,l){d=e.dataset;d.auth="out";
try{l=localStorage;if(sessionStorage.getItem("${IS_LOGOUT}")){l.removeItem("${EXPIRES_AT}");l.removeItem("${TOKEN}")}}catch{}
try{if(l.getItem("${TOKEN}"))d.auth="in";e.style.setProperty("--${STRIP_ROOM}",l.getItem("${STRIP_ROOM}"))}catch{}})(document.documentElement)`;

/** The bearer token, null for visitors and on the server. Only the API knows if it has expired. */
export function currentToken(): string | null {
  return browserStorage.get(TOKEN);
}

/** Whether this session was opened to last for days ("Beni hatırla"). */
export const isRemembered = (): boolean =>
  Date.parse(browserStorage.get(EXPIRES_AT) ?? "") - Date.now() > SESSION_HOURS * HOUR_MS;

export const hasSignedInBefore = (): boolean => browserStorage.get(SIGNED_IN_BEFORE) !== null;

/** Starts the session that the login call returned (R21). */
export function startSession(session: Session): void {
  browserStorage.remove(REPLACED);
  browserStorage.set(EXPIRES_AT, session.expires_at);
  browserStorage.set(TOKEN, session.token);
  tabStorage.set(IS_LOGIN, "true");
  announce("started");
}

/**
 * Signs out in this browser; the caller ends the session on the server (R24). When `leaving`, the
 * page that is loaded next announces it.
 */
export function endSession({ leaving = false } = {}): void {
  for (const key of [EXPIRES_AT, TOKEN, REPLACED]) browserStorage.remove(key);
  tabStorage.set(IS_LOGOUT, "true");
  if (!leaving) announce("ended");
}

/** The change that is yet to be announced; the caller announces it. */
export function takeUnannouncedChange(): "started" | "ended" | undefined {
  const [isLogin, isLogout] = [IS_LOGIN, IS_LOGOUT].map((flag) => tabStorage.get(flag));
  for (const flag of [IS_LOGIN, IS_LOGOUT]) tabStorage.remove(flag);
  if (isLogout) return "ended";
  return isLogin ? "started" : undefined;
}

/**
 * Ends the session of `token`, which the server refused, unless a newer token has replaced it. The
 * expiry stays in storage, which tells other tabs that nobody signed out.
 */
export function expireSession(token: string): void {
  if (currentToken() !== token) return;
  browserStorage.remove(REPLACED);
  browserStorage.remove(TOKEN);
  announce("expired");
}

/**
 * Makes a call that replaces the token, and stores the new one. The session continues in every tab,
 * so nothing is announced. `renew` resolves to undefined if it was refused.
 */
export const renewSession = (renew: () => Promise<Session | undefined>): Promise<void> =>
  holdingRenewal("exclusive", async () => {
    const renewed = await renew();
    const replaced = currentToken();
    if (!renewed || !replaced) return;
    browserStorage.set(REPLACED, replaced);
    browserStorage.set(EXPIRES_AT, renewed.expires_at);
    browserStorage.set(TOKEN, renewed.token);
    showToken();
  });

/** The token that has replaced the refused `token`, in this tab or another; null if none has. */
export const successorOf = (token: string): Promise<string | null> =>
  holdingRenewal("shared", async () =>
    browserStorage.get(REPLACED) === token ? currentToken() : null,
  );

/**
 * Unencrypted pages have no locks, and where storage is denied locks are denied too: there a
 * concurrent call may end the session.
 */
async function holdingRenewal<T>(mode: LockMode, action: () => Promise<T>): Promise<T> {
  let isHeld = false;
  const run = () => {
    isHeld = true;
    return action();
  };
  try {
    if (navigator.locks) return await navigator.locks.request(RENEWAL, { mode }, run);
  } catch (error) {
    if (isHeld) throw error;
  }
  return await action();
}

/** Calls back at each change, in this tab or another; returns a function that stops it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const loginState = createStore<LoginState>("unknown");

/** Calls back when the token may have changed, even by a renewal; returns a stopping function. */
export const onTokenChange = loginState.subscribe;

/** Whether somebody is signed in; false on the server, which spares visitors a second rendering. */
export const useIsSignedIn = (): boolean => useStore(loginState, (state) => state === "in");

/** For pages that must tell "signed out" from "not known yet". */
export const useLoginState = (): LoginState => useStore(loginState);

/** The token that this page was last rendered for. */
let shownToken: string | null = null;

function showToken(): void {
  shownToken = currentToken();
  if (shownToken) browserStorage.set(SIGNED_IN_BEFORE, "true");
  loginState.set(shownToken ? "in" : "out");
}

function announce(change: SessionChange, isHere = true): void {
  showToken();
  document.documentElement.dataset.auth = shownToken ? "in" : "out";
  for (const listener of listeners) listener(change, isHere);
}

if (typeof window !== "undefined") {
  showToken();
  // Reads the event, not the storage: when it arrives, somebody else may already be signed in.
  let isSignedOut = false;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === EXPIRES_AT || key === null) isSignedOut = newValue === null;
    if (key !== TOKEN && key !== null) return;
    const isRenewed = shownToken !== null && browserStorage.get(REPLACED) === shownToken;
    if (newValue && isRenewed) showToken();
    else if (newValue) announce("started", false);
    else announce(isSignedOut ? "ended" : "expired", false);
  });
  // A page restored from the back/forward cache shows the session in which it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && shownToken !== currentToken()) location.reload();
  });
}

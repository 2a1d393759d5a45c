const HERE = "http://here.invalid";
const FALLBACK = "/account";

/**
 * Where to go after signing in: `next` if it is a path of this site, otherwise the account page
 * (R12). Parsed as browsers parse it, so that `/\evil` or `/.//evil` cannot lead elsewhere.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/") || !URL.canParse(next, HERE)) {
    return FALLBACK;
  }
  const { origin, pathname, search, hash } = new URL(next, HERE);
  const staysHere = origin === HERE && !pathname.startsWith("//");
  const leadsOn = !["/login", "/register", "/logout"].includes(pathname);
  return staysHere && leadsOn ? pathname + search + hash : FALLBACK;
}

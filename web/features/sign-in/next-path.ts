const HERE = "http://here.invalid";
const FALLBACK = "/account";

/**
 * Where to go after signing in: `next` if it is a path of this site, otherwise the account page
 * (R12). Parsed as browsers parse it, so that `/\evil` or `/.//evil` cannot lead elsewhere.
 */
export function nextPath(next: unknown): string {
  const url = typeof next === "string" && next.startsWith("/") && parsed(next);
  if (!url) return FALLBACK;
  const { origin, pathname, search, hash } = url;
  const staysHere = origin === HERE && !pathname.startsWith("//");
  const leadsOn =
    !pathname.startsWith("/login/") && !["/login", "/register", "/logout"].includes(pathname);
  return staysHere && leadsOn ? pathname + search + hash : FALLBACK;
}

function parsed(address: string): URL | null {
  try {
    return new URL(address, HERE);
  } catch {
    return null;
  }
}

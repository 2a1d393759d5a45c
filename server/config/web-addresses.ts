import * as z from "zod";

/**
 * The address of a site without a slash at the end, as browsers write its origin: in ASCII and small
 * letters, without the port that its protocol implies.
 */
export const siteAddress = (example = "https://kanaat.example") =>
  address(`expected no more than ${example}`, (url) =>
    url.pathname === "/" ? url.origin : undefined,
  );

/** An address that others begin with, written as `siteAddress`; it may have a path. */
export const baseAddress = (example: string) =>
  address(
    `expected an address like ${example}`,
    (url) => url.origin + url.pathname.replace(/\/+$/, ""),
  );

/** Returns an origin as browsers send it, or that of a native app's web view; undefined for anything else. */
export function originOf(text: string): string | undefined {
  if (/^(capacitor|ionic|tauri):\/\/[a-z\d.-]+$/.test(text)) return text;
  return /^https?:\/\/[^/]+$/i.test(text) ? webAddress(text)?.origin : undefined;
}

function address(error: string, write: (url: URL) => string | undefined) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      const url = webAddress(text);
      const written = url && write(url);
      if (written !== undefined) return written;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });
}

/** Undefined where anything else than protocol, host, port and path is in it. */
function webAddress(text: string): URL | undefined {
  // What URL would take for a slash, or leave out.
  if (!/^https?:\/\/[^/?#@\\\s*]+(\/[^?#@\\\s]*)?$/i.test(text) || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  // Browsers take the full name with its dot for another site.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

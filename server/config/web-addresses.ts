import * as z from "zod";

/**
 * The address of a site without a slash at the end, as browsers write its origin: in ASCII and
 * lower case, without its protocol's default port.
 */
export const siteAddress = (example = "https://kanaat.example") =>
  address(`expected no more than ${example}`, (url) =>
    url.pathname === "/" ? url.origin : undefined,
  );

/** The beginning of other addresses, written like `siteAddress`; it may have a path. */
export const baseAddress = (example: string) =>
  address(
    `expected an address like ${example}`,
    (url) => url.origin + url.pathname.replace(/\/+$/, ""),
  );

/** Returns the origin of a browser or of a native app's web view; undefined for anything else. */
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

/** Undefined if the text contains anything but protocol, host, port and path. */
function webAddress(text: string): URL | undefined {
  // Excludes characters that URL reads as a slash or drops.
  if (!/^https?:\/\/[^/?#@\\\s*]+(\/[^?#@\\\s]*)?$/i.test(text) || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  // For browsers, a host name with a dot at the end is another site.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

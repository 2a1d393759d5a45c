/**
 * An address that cannot be decoded, such as "/%", is read letter by letter: by the server, which
 * answers the page for what is missing, and by the browser's router, which shows it.
 */
export function readableAddress(address: string): string {
  try {
    decodeURIComponent(address.split("?", 1)[0] ?? "");
    return address;
  } catch {
    return address.replaceAll("%", "%25");
  }
}

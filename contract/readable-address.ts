/**
 * An address that cannot be decoded, such as "/%", is read letter by letter: by the server, which
 * answers the page for what is missing, and by the browser's router, which shows it. Spaces after
 * the path, which come along when a link is copied, are left out.
 */
export function readableAddress(address: string): string {
  let path = address.split("?", 1)[0] ?? "";
  const query = address.slice(path.length);
  try {
    if (!decodeURIComponent(path).endsWith(" ")) return address;
  } catch {
    return address.replaceAll("%", "%25");
  }
  while (path.endsWith("%20")) path = path.slice(0, -"%20".length);
  return path + query;
}

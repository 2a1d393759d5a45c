/**
 * An address that cannot be decoded, such as "/%", is taken literally: the server answers 404, and
 * the browser's router shows the page for it. Spaces after the path, which come along when a link is
 * copied, are left out.
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

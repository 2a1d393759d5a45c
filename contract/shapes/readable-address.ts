/** What no path ends with here: it belongs to the sentence that a link was copied or made out of. */
const OF_THE_SENTENCE = /[^\p{L}\p{M}\p{N}_/-]+$/u;
const IS_PLAIN = /^[\w/-]*$/;

/**
 * An address that cannot be decoded, such as "/%", is taken literally: the server answers 404, and
 * the browser's router shows the page for it. Spaces, brackets, quotation marks and full stops after
 * the path, which come along when a link is copied out of a text, are left out.
 */
export function readableAddress(address: string): string {
  const path = address.split("?", 1)[0] ?? "";
  if (IS_PLAIN.test(path)) return address;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return address.replaceAll("%", "%25");
  }
  const meant = decoded.replace(OF_THE_SENTENCE, "");
  if (meant === decoded) return address;
  return meant.split("/").map(encodeURIComponent).join("/") + address.slice(path.length);
}

/** Characters with which no path ends here: they belong to the sentence around a copied link. */
const OF_THE_SENTENCE = /[^\p{L}\p{M}\p{N}_/-]+$/u;
const IS_PLAIN = /^[\w/-]*$/;

/**
 * Returns the address that was meant. One that cannot be decoded, such as "/%", is taken literally:
 * the server returns 404, and the browser's router shows the page for it. Spaces, brackets,
 * quotation marks and full stops that were copied along with a path are removed from its end.
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

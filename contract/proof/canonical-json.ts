/**
 * Returns the one JSON text of a value (RFC 8785, JCS): no spaces, keys sorted by UTF-16 code
 * units, numbers and strings as JavaScript writes them. The value must be one that JSON can hold.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join()}}`;
}

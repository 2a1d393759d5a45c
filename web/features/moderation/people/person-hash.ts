/** The fragment of the tab with people, and what one of them or a search adds to it. */
export const PEOPLE_HASH = "kisiler";

export const personHash = (id: number): string => `${PEOPLE_HASH}-${id}`;

/** A search is in the fragment, which no server and no log gets. */
export const searchHash = (q: string): string =>
  q === "" ? PEOPLE_HASH : `${PEOPLE_HASH}=${encodeURIComponent(q)}`;

/** What a fragment searches for; empty where it does not. */
export function searchOf(hash: string): string {
  const [, q = ""] = /^kisiler=(.*)$/.exec(hash) ?? [];
  try {
    return decodeURIComponent(q);
  } catch {
    return "";
  }
}

/** The number of the account that a fragment names. */
export function personOf(hash: string): number | undefined {
  const [, id] = /^kisiler-([1-9]\d*)$/.exec(hash) ?? [];
  return id === undefined ? undefined : Number(id);
}

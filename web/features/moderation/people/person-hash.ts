/** The fragment of the tab with people, and what one of them adds to it. */
export const PEOPLE_HASH = "kisiler";

export const personHash = (id: number): string => `${PEOPLE_HASH}-${id}`;

/** The number of the account that a fragment names. */
export function personOf(hash: string): number | undefined {
  const [, id] = /^kisiler-([1-9]\d*)$/.exec(hash) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Parameters by which a list is another page, not another view of the same. */
const OWN_PAGES = ["type", "category_id"];

/** The address under which search engines list a page: without what only filters or tracks. */
export function canonicalPath(pathname: string, search: Record<string, unknown>): string {
  const kept = OWN_PAGES.filter((name) => search[name] !== undefined);
  const query = new URLSearchParams(kept.map((name) => [name, String(search[name])])).toString();
  return query ? `${pathname}?${query}` : pathname;
}

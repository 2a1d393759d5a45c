/** Whether the page is shown within another app, where passkeys and some providers do not work. */
export const isInApp = (): boolean => "inApp" in document.documentElement.dataset;

/** Google shows an error instead of its sign-in there (`disallowed_useragent`). */
export const isRefusedInApps = (provider: string): boolean => provider === "google";

/** A link that opens an address in Android's own browser; apps without intents do nothing. */
export function intentLink(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address);
  const intent = [
    "#Intent",
    `scheme=${protocol.slice(0, -1)}`,
    "action=android.intent.action.VIEW",
    "category=android.intent.category.BROWSABLE",
    `S.browser_fallback_url=${encodeURIComponent(address)}`,
    "end",
  ];
  return `intent://${host}${pathname}${search}${hash}${intent.join(";")}`;
}

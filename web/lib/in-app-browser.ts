/**
 * Browsers within other apps, by what they say of themselves. Android's web views say "wv", which
 * Opera Mini says too; on Apple's devices web views lack the "Safari" of all browsers.
 */
const IN_APP =
  /\b(FBA[NV]|FB_IAB|Instagram|Barcelona|Bytedance|ByteLocale|musical_ly|TikTok|Twitter(Android| for)|LinkedInApp|Line\/|MicroMessenger|Snapchat|Telegram|Pinterest\/|KAKAOTALK)|; wv\)(?!.*\b(OP[RX]|DuckDuckGo|YaBrowser)\/)|\((iP|Macintosh).*AppleWebKit(?!.*Safari\/)/;

/**
 * Marks the document before its first paint (R372), since documents are the same for all browsers.
 * An installed site lacks the "Safari" too.
 */
export const IN_APP_SCRIPT = `(function(n,u){u=n.userAgent;
if(${IN_APP}.test(u)&&!n.standalone&&!matchMedia("(display-mode:standalone)").matches)document.documentElement.dataset.inApp=/Android/.test(u)?"android":"other"})(navigator)`;

/** Whether the page is shown within another app, where passkeys and some providers do not work. */
export const isInApp = (): boolean => "inApp" in document.documentElement.dataset;

/** Google shows an error instead of its sign-in there (`disallowed_useragent`). */
export const isRefusedInApps = (provider: string): boolean => provider === "google";

/** A link that opens an address in Android's own browser; what knows no intents stays there. */
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

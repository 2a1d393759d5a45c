/**
 * Matches the user agents of browsers within other apps. Android's web views contain "wv", as does
 * Opera Mini; on Apple's devices web views lack the "Safari" that all browsers have.
 */
const IN_APP =
  /\b(FBA[NV]|FB_IAB|Instagram|Barcelona|Bytedance|ByteLocale|musical_ly|TikTok|Twitter(Android| for)|LinkedInApp|Line\/|MicroMessenger|Snapchat|Telegram|Pinterest\/|KAKAOTALK)|; wv\)(?!.*\b(OP[RX]|DuckDuckGo|YaBrowser)\/)|\((iP|Macintosh).*AppleWebKit(?!.*Safari\/)/;

/**
 * Marks the document before its first paint (R372), since documents are the same for all browsers:
 * with the system within other apps, elsewhere with whether the browser has passkeys. An installed
 * site lacks the "Safari" too.
 */
export const IN_APP_SCRIPT = `(function(n,d,u){u=n.userAgent;
if(${IN_APP}.test(u)&&!n.standalone&&!matchMedia("(display-mode:standalone)").matches)d.inApp=/Android/.test(u)?"android":"other";
else if(typeof PublicKeyCredential=="function")d.passkeys=""})(navigator,document.documentElement.dataset)`;

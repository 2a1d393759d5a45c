import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { intentLink } from "./in-app-browser.ts";
import { IN_APP_SCRIPT } from "./page-start/in-app-script.ts";

/** What the script writes into a document opened with this user agent. */
function marks(
  userAgent: string,
  { standalone = false, displayMode = "browser", PublicKeyCredential = undefined as unknown } = {},
) {
  const document = {
    documentElement: { dataset: {} as { inApp?: string; passkeys?: string } },
  };
  const matchMedia = (query: string) => ({
    matches: query === `(display-mode:${displayMode})`,
  });
  new Function("document", "navigator", "matchMedia", "PublicKeyCredential", IN_APP_SCRIPT)(
    document,
    { userAgent, standalone },
    matchMedia,
    PublicKeyCredential,
  );
  return document.documentElement.dataset;
}

const marked = (...given: Parameters<typeof marks>) => marks(...given).inApp;

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${WEBKIT} ${rest}`.trim();
const android = (device: string, rest: string) =>
  `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const webView = (rest = "") =>
  android(
    "14; SM-A546B Build/UP1A.231005.007; wv",
    `Version/4.0 Chrome/124.0.6367.82 Mobile Safari/537.36 ${rest}`,
  ).trim();
const chrome = (rest = "") =>
  android("10; K", `Chrome/124.0.0.0 Mobile Safari/537.36 ${rest}`).trim();

const ON_ANDROID = {
  "a web view without a name": webView(),
  Instagram: webView(
    "Instagram 331.0.0.37.90 Android (34/14; 450dpi; 1080x2125; samsung; SM-A546B; a54x; s5e8835; tr_TR; 599692342)",
  ),
  Threads: webView("Barcelona 331.0.0.37.90 Android (34/14; 450dpi; 1080x2125; samsung)"),
  Facebook: webView("[FB_IAB/FB4A;FBAV/463.0.0.45.84;]"),
  Messenger: webView("[FB_IAB/Orca-Android;FBAV/458.0.0.54.108;]"),
  "TikTok in a web view": webView(
    "musical_ly_2023404040 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/34.4.4 ByteLocale/tr-TR Region/TR BytedanceWebview/d8a21c6",
  ),
  "TikTok by its name alone": android(
    "13; SM-G991B",
    "Chrome/124.0.6367.82 Mobile Safari/537.36 trill_2023404040 BytedanceWebview/d8a21c6",
  ),
  X: chrome("TwitterAndroid"),
  LinkedIn: webView("[LinkedInApp]"),
  Line: webView("Line/14.9.0/IAB"),
  WeChat: android(
    "13; 2201123G Build/TKQ1.220807.001; wv",
    "Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/1234 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/tr_TR ABI/arm64",
  ),
  Telegram: chrome("Telegram-Android/11.3.3 (Samsung SM-A546B; Android 14; SDK 34; AVERAGE)"),
  Snapchat: webView("Snapchat/12.88.0.42 (SM-A546B; Android 14#A546BXXU8CXC1#34; gzip; )"),
  Pinterest: webView("[Pinterest/Android]"),
  KakaoTalk: webView("KAKAOTALK/10.8.1 (INAPP)"),
};

const ELSEWHERE = {
  "a web view without a name": iPhone("Mobile/15E148"),
  "a web view on an iPad that asks for desktops' pages": `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`,
  "a web view on an iPad": `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${WEBKIT} Mobile/15E148`,
  Instagram: iPhone(
    "Mobile/21F90 Instagram 333.0.0.26.89 (iPhone14,5; iOS 17_5_1; tr_TR; tr; scale=3.00; 1170x2532; 604393225)",
  ),
  Threads: iPhone("Mobile/21F90 Barcelona 333.0.0.26.89 (iPhone14,5; iOS 17_5_1; tr_TR; tr)"),
  Facebook: iPhone(
    "Mobile/21F90 [FBAN/FBIOS;FBAV/466.0.0.41.108;FBBV/602368361;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBCR/;FBID/phone;FBLC/tr_TR;FBOP/80]",
  ),
  TikTok: iPhone(
    "Mobile/21F90 musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/tr Region/TR isDarkMode/0 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6",
  ),
  X: iPhone("Mobile/15E148 Twitter for iPhone/10.45"),
  LinkedIn: iPhone("Mobile/15E148 [LinkedInApp]/9.29.8963"),
  Line: iPhone("Version/17.5 Mobile/15E148 Safari/604.1 Line/14.9.1"),
  WeChat: iPhone("Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/tr"),
  Telegram: iPhone("Version/17.5 Mobile/15E148 Safari/604.1 Telegram-iOS/11.3"),
  Snapchat: iPhone(
    "Version/17.5 Mobile/15E148 Snapchat/12.88.0.42 (like Safari/8618.2.12.10.9, panda)",
  ),
  Pinterest: iPhone("Mobile/15E148 [Pinterest/iOS]"),
  "WeChat on Windows":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090b13) XWEB/9129",
};

const BROWSERS = {
  "Chrome on Android": chrome(),
  "Chrome on Android with its model": android(
    "14; Pixel 8 Build/AP1A.240505.005",
    "Chrome/124.0.6367.82 Mobile Safari/537.36",
  ),
  "Chrome on a desktop":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
  "Chrome on a Mac":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
  "Samsung Internet": android(
    "14; SAMSUNG SM-A546B",
    "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
  ),
  "Firefox on Android": "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0",
  "Firefox on a Mac":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101 Firefox/126.0",
  "Firefox on iOS": iPhone("FxiOS/126.0 Mobile/15E148 Safari/605.1.15"),
  "Firefox Focus on iOS": iPhone("FxiOS/126.0 Mobile/15E148 Version/13.0 Safari/605.1.15"),
  "Edge on Android": chrome("EdgA/124.0.0.0"),
  "Edge on iOS": iPhone("Version/17.0 EdgiOS/124.0.2478.71 Mobile/15E148 Safari/604.1"),
  "Chrome on iOS": iPhone("CriOS/124.0.6367.111 Mobile/15E148 Safari/604.1"),
  "Chrome on iOS that asks for desktops' pages": `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} CriOS/124 Version/11.1.1 Safari/605.1.15`,
  "the Google app on iOS": iPhone("GSA/317.0.634488990 Mobile/15E148 Safari/604.1"),
  "Safari on iOS": iPhone("Version/17.5 Mobile/15E148 Safari/604.1"),
  "Safari on a Mac": `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.5 Safari/605.1.15`,
  "Opera on Android": chrome("OPR/82.0.0.0"),
  "Opera on iOS": iPhone("Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.0"),
  "Opera Mini": android(
    "14; SM-A546B Build/UP1A.231005.007; wv",
    "Version/4.0 Chrome/124.0.6367.82 Mobile Safari/537.36 OPR/80.0.2254.71399",
  ),
  "Yandex on Android": android(
    "14; SM-A546B",
    "Chrome/122.0.6261.105 YaBrowser/24.4.1.105.00 SA/3 Mobile Safari/537.36",
  ),
  "Yandex on iOS": iPhone("Version/17.0 YaBrowser/24.4.4.386.10 SA/3 Mobile/15E148 Safari/604.1"),
  "DuckDuckGo on Android": android(
    "14; Pixel 8",
    "Version/4.0 Chrome/124.0.6367.82 Mobile DuckDuckGo/5 Safari/537.36",
  ),
  "DuckDuckGo on iOS": iPhone("Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15"),
  "Brave on Android": chrome(),
  "Brave on iOS": iPhone("Version/17.5 Mobile/15E148 Safari/604.1"),
  "Xiaomi's browser": android(
    "13; tr-tr; 2201117TY Build/TKQ1.221114.001",
    "Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.8.1-gn",
  ),
  WebKitGTK: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Version/17.5 Safari/605.1.15`,
};

describe("the script that marks the browsers of other apps", () => {
  for (const [name, userAgent] of Object.entries(ON_ANDROID)) {
    it(`marks ${name} on Android (R372)`, () => assert.equal(marked(userAgent), "android"));
  }
  for (const [name, userAgent] of Object.entries(ELSEWHERE)) {
    it(`marks ${name}, where no link leads out (R372)`, () =>
      assert.equal(marked(userAgent), "other"));
  }
  for (const [name, userAgent] of Object.entries(BROWSERS)) {
    it(`does not mark ${name} (R372)`, () => assert.equal(marked(userAgent), undefined));
  }
  it("does not mark the site where it is installed", () => {
    const installed = ELSEWHERE["a web view without a name"];
    assert.equal(marked(installed, { standalone: true }), undefined);
    assert.equal(marked(installed, { displayMode: "standalone" }), undefined);
  });
});

describe("a link into Android's own browser", () => {
  it("carries the whole address, and again for what knows no intents", () => {
    const address = "https://kanaat.example/login?next=%2Fsurveys%2F5%3Fdavet%3Da%3Bb#c;d";
    const link = intentLink(address);
    // Parsed as Android does: the part before the last "#" is the address, in the given scheme.
    const at = link.lastIndexOf("#");
    assert.ok(link.startsWith("#Intent;", at));
    const extras = link.slice(at).split(";");
    assert.ok(extras.includes("scheme=https"));
    assert.equal(link.slice(0, at).replace("intent:", "https:"), address);
    const prefix = "S.browser_fallback_url=";
    const fallback = extras.find((extra) => extra.startsWith(prefix)) ?? "";
    assert.equal(decodeURIComponent(fallback.slice(prefix.length)), address);
    assert.equal(extras.at(-1), "end");
  });

  it("keeps port and scheme of a place without TLS", () => {
    const link = intentLink("http://localhost:3000/login");
    assert.ok(link.startsWith("intent://localhost:3000/login#Intent;scheme=http;"));
  });
});

describe("browsers that have passkeys", () => {
  it("are marked, except within apps, which reject their calls", () => {
    const PublicKeyCredential = class {};
    assert.equal(marks(chrome(), { PublicKeyCredential }).passkeys, "");
    assert.equal(marks(chrome()).passkeys, undefined);
    assert.equal(marks(webView(), { PublicKeyCredential }).passkeys, undefined);
  });
});

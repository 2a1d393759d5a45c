import assert from "node:assert/strict";
import { it } from "node:test";
import { browserKind } from "./browser-kind.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0";

it("a browser is known by its engine and device, not by what else it calls itself (R57)", () => {
  const kinds: Record<string, string[]> = {
    "chromium desk": [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/150.0.0.0`,
      `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/130.0.0.0`,
    ],
    "chromium phone": [
      `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
      `Mozilla/5.0 (Linux; Android 16; SM-S931B) SamsungBrowser/30.0 ${CHROME} Mobile Safari/537.36`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} CriOS/150.0 Mobile/15E148`,
    ],
    "firefox desk": ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"],
    "firefox phone": ["Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"],
    "webkit desk": [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Safari/605.1.15`],
    "webkit phone": [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/19.0 Mobile/15E148`,
    ],
    other: ["", "curl/8.18", "Mozilla/5.0", "x".repeat(15_000), "Firefox/1", "Mozilla/5.0 (1)"],
  };
  for (const [kind, names] of Object.entries(kinds)) {
    for (const name of names) assert.equal(browserKind(name), kind, name);
  }
});

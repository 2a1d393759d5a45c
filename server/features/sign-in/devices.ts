import type { Device } from "#contract/endpoints/open-sessions.ts";

/** Characters of a `User-Agent` that are read; the rest adds nothing. */
const READ = 400;

/** The first match counts: names that other browsers also claim come last. */
const BROWSERS: readonly [named: RegExp, browser: string][] = [
  [/ Edg(A|iOS)?\//, "Edge"],
  [/ OP[RTX]\//, "Opera"],
  [/ SamsungBrowser\//, "Samsung Internet"],
  [/ YaBrowser\//, "Yandex Browser"],
  [/ Vivaldi\//, "Vivaldi"],
  [/ (Firefox|FxiOS)\//, "Firefox"],
  [/ (Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/ Version\/.* Safari\//, "Safari"],
];
/** An iPad calls itself a Mac unless it requests mobile pages. */
const SYSTEMS: readonly [named: RegExp, system: string][] = [
  [/\bCrOS\b/, "ChromeOS"],
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The browser and system that a `User-Agent` names; null for those that are not known. */
export function deviceOf(userAgent = ""): Device {
  const name = userAgent.slice(0, READ);
  if (!name.startsWith("Mozilla/5.0 (")) return { browser: null, system: null };
  const find = (table: typeof BROWSERS) => table.find(([named]) => named.test(name))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

import type { Device } from "#contract/endpoints/open-sessions.ts";
import { type Words, words } from "#server/mail/words.ts";

/** A browser and a system by names of our own. */
export interface KnownDevice extends Device {
  browser: Words | null;
  system: Words | null;
}

/** Characters of a `User-Agent` that are read; the rest adds nothing. */
const READ = 400;

/** The first match counts: names that other browsers also claim come last. */
const BROWSERS: readonly [named: RegExp, browser: Words][] = [
  [/ Edg(A|iOS)?\//, words`Edge`],
  [/ OP[RTX]\//, words`Opera`],
  [/ SamsungBrowser\//, words`Samsung Internet`],
  [/ YaBrowser\//, words`Yandex Browser`],
  [/ Vivaldi\//, words`Vivaldi`],
  [/ (Firefox|FxiOS)\//, words`Firefox`],
  [/ (Chrome|HeadlessChrome|CriOS)\//, words`Chrome`],
  [/ Version\/.* Safari\//, words`Safari`],
];
/** An iPad calls itself a Mac unless it requests mobile pages. */
const SYSTEMS: readonly [named: RegExp, system: Words][] = [
  [/\bCrOS\b/, words`ChromeOS`],
  [/\bAndroid\b/, words`Android`],
  [/\b(iPhone|iPod)\b/, words`iPhone`],
  [/\biPad\b/, words`iPad`],
  [/\bWindows\b/, words`Windows`],
  [/\bMacintosh\b/, words`macOS`],
  [/\bLinux\b/, words`Linux`],
];

/** The browser and system that a `User-Agent` names; null for those that are not known. */
export function deviceOf(userAgent = ""): KnownDevice {
  const name = userAgent.slice(0, READ);
  if (!name.startsWith("Mozilla/5.0 (")) return { browser: null, system: null };
  const find = (table: typeof BROWSERS) => table.find(([named]) => named.test(name))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

export function deviceWords({ browser, system }: KnownDevice): Words {
  if (browser && system) return words`${browser}, ${system}`;
  return browser ?? system ?? words`tanınmayan bir program`;
}

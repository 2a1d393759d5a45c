/** Longer names tell no more. */
const READ = 400;
const PHONE = /Mobile|Android|iPhone|iPad/;

/**
 * The kind of browser that a `User-Agent` names: one of seven, however many names a visitor thinks of.
 * Engines, not makes: each is what most browsers of a device share.
 */
export function browserKind(userAgent: string): string {
  const name = userAgent.slice(0, READ);
  const engine = engineOf(name);
  return engine === "other" ? engine : `${engine} ${PHONE.test(name) ? "phone" : "desk"}`;
}

function engineOf(name: string): string {
  if (!name.startsWith("Mozilla/5.0 (")) return "other";
  if (/ Firefox\/|FxiOS\//.test(name)) return "firefox";
  if (/ (Chrome|CriOS)\//.test(name)) return "chromium";
  return name.includes(" AppleWebKit/") ? "webkit" : "other";
}

/** Nothing beyond this length matters. */
const READ = 400;
const PHONE = /Mobile|Android|iPhone|iPad/;

/**
 * The kind of browser that a `User-Agent` names: one of seven, whatever names a visitor makes up.
 * Engines, not brands: most browsers on a device share one.
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

import { readFile } from "node:fs/promises";
import type { Config } from "#server/config/config.ts";
import { findUnknownSettings } from "#server/config/unknown-settings.ts";
import { version } from "#server/config/version.ts";
import { type Check, error, type Outcome, ok, skipped, warning } from "./check.ts";

/** Checks of the environment and `content/`. */
export function settingsChecks(environment: NodeJS.ProcessEnv, config: Config): Check[] {
  const { publicUrl } = config;
  const isPublic = publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname);
  return [
    ["settings", () => checkUnknown(environment)],
    ["limits", () => checkLimits(config, isPublic)],
    ["registration", () => ok(REGISTRATIONS[config.registration])],
    ["address", () => checkAddress(publicUrl)],
    ["proxies", () => checkProxies(config)],
    ["content", () => checkContent([config.featuredFile, config.operatorFile])],
    ["version", () => ok(`${version.version} ${version.commit}, Node ${process.versions.node}`)],
  ];
}

const REGISTRATIONS: Record<Config["registration"], string> = {
  open: "anybody can register",
  invited: "people with a link of `npm run invite-people` can register",
  closed: "nobody can register",
};

function checkUnknown(environment: NodeJS.ProcessEnv): Outcome {
  const unknown = findUnknownSettings(environment);
  return unknown.length > 0 ? warning(unknown.join(" ")) : ok("every variable is a setting");
}

function checkLimits({ rateLimits, challenge }: Config, isPublic: boolean): Outcome {
  const off = [!rateLimits && "RATE_LIMITS=off", !challenge && "CHALLENGE=off"].filter(Boolean);
  if (off.length === 0) return ok("passwords and registrations are limited");
  const text = `${off.join(" and ")}: leave it out where others can reach the site`;
  return isPublic && !rateLimits ? error(text) : warning(text);
}

function checkAddress(publicUrl: string | undefined): Outcome {
  if (!publicUrl) return warning("PUBLIC_URL is missing: no mail, passkeys or link previews");
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || isLocal(hostname)) return ok(publicUrl);
  return error(`PUBLIC_URL=${publicUrl} is without TLS: passwords can be read on the way`);
}

function checkProxies({ trustProxy }: Config): Outcome {
  if (trustProxy === true) {
    return warning("TRUST_PROXY=on believes every X-Forwarded-For: name the proxies' addresses");
  }
  if (trustProxy === false) return skipped("TRUST_PROXY is off: there is no proxy");
  return ok(trustProxy.join(", "));
}

async function checkContent(paths: readonly string[]): Promise<Outcome> {
  for (const path of paths) {
    try {
      JSON.parse(await readFile(path, "utf8"));
    } catch (cause) {
      return error(`${path} cannot be read: ${Object(cause).message}`);
    }
  }
  return ok("featured.json and operator.json can be read");
}

const isLocal = (host: string) => /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(host);

import { spawnSync } from "node:child_process";
import { runCommand } from "./command.ts";

const SEVERITIES = ["info", "low", "moderate", "high", "critical"];

/** What npm prints: the vulnerabilities, or how the request failed. */
interface Report {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; range: string }>;
  /** Where a registry responded, with what. */
  statusCode?: number;
}

/** Packages by name and range, with their severities. */
type Vulnerable = ReadonlyMap<string, string>;

/** Asks about the packages that the arguments choose, a second time where nobody responds. */
function audit(...choice: string[]): Vulnerable | "not offered" | "no response" {
  const args = ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000", ...choice];
  for (let attempt = 0; attempt < 2; attempt++) {
    const { stdout } = spawnSync("npm", args, {
      encoding: "utf8",
      shell: process.platform === "win32",
      maxBuffer: 64 * 1024 * 1024,
    });
    const report: Report = JSON.parse(stdout || "{}");
    if (report.metadata) return severities(report);
    if (isRefusal(report.statusCode)) return "not offered";
  }
  return "no response";
}

function severities({ vulnerabilities = {} }: Report): Vulnerable {
  const found = Object.entries(vulnerabilities);
  return new Map(found.map(([name, { severity, range }]) => [`${name} ${range}`, severity]));
}

/** Whether a status means that asking again is useless, as mirrors without audits respond. */
function isRefusal(status = 0): boolean {
  const isPassing = status === 408 || status === 429;
  return (status >= 400 && status < 500 && !isPassing) || status === 501;
}

const command = {
  call: "npm test -- audit",
  help: `Asks npm's registry for known vulnerabilities of the locked packages. Any in what runs in production
fails, of those in the tools the high and critical ones. Where no registry responds, it fails on CI
(where CI is set) and is skipped elsewhere; npm test --offline skips it. It is skipped where the
registry offers no audits.`,
};

await runCommand(command, () => {
  if (process.env.npm_config_offline === "true") return console.log("skipped: npm is offline");
  const all = audit("--include=dev");
  const running = typeof all === "string" ? all : audit("--omit=dev");
  if (all === "not offered" || running === "not offered") {
    return console.log("skipped: the registry offers no audits");
  }
  if (typeof all === "string" || typeof running === "string") {
    if (!process.env.CI) return console.log("skipped: no registry responded");
    throw new Error("No registry responded to two requests; npm test --offline skips the audit.");
  }
  for (const [name, severity] of all) {
    console.log(`${severity}: ${name}${running.has(name) ? "" : " (a tool)"}`);
    const least = running.has(name) ? "info" : "high";
    if (SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)) process.exitCode = 1;
  }
  console.log(`${all.size} locked packages have known vulnerabilities`);
});

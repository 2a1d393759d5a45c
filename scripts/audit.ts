import { spawnSync } from "node:child_process";
import { runCommand } from "./command.ts";

const SEVERITIES = ["info", "low", "moderate", "high", "critical"];

interface Report {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; range: string }>;
}

/** Vulnerable packages by name, of those that the arguments choose; undefined if no registry answers. */
function vulnerable(...choice: string[]): Map<string, string> | undefined {
  const args = ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000", ...choice];
  const { stdout } = spawnSync("npm", args, {
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: Report = JSON.parse(stdout || "{}");
  if (!report.metadata) return undefined;
  const found = Object.entries(report.vulnerabilities ?? {});
  return new Map(found.map(([name, { severity, range }]) => [`${name} ${range}`, severity]));
}

const command = {
  call: "npm test -- audit",
  help: `Asks npm's registry for known vulnerabilities of the locked packages. Any in what runs in production
fails, of those in the tools the high and critical ones.`,
};

await runCommand(command, () => {
  const all = vulnerable("--include=dev");
  const running = all && vulnerable("--omit=dev");
  if (!all || !running) {
    console.log("skipped: the registry offers no audits");
    return;
  }
  for (const [name, severity] of all) {
    console.log(`${severity}: ${name}${running.has(name) ? "" : " (a tool)"}`);
    const least = running.has(name) ? "info" : "high";
    if (SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)) process.exitCode = 1;
  }
  console.log(`${all.size} locked packages have known vulnerabilities`);
});

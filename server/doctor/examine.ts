import { type Config, readConfig } from "#server/config/config.ts";
import { type Finding, runChecks } from "./check.ts";
import { databaseChecks } from "./database-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { proxyChecks } from "./proxy-checks.ts";
import { serviceChecks } from "./service-checks.ts";
import { settingsChecks } from "./settings-checks.ts";

/** Checks the installation with these settings by the machine's clock; mails `recipient`, if any. */
export async function examine(
  env: NodeJS.ProcessEnv,
  now: number,
  recipient?: string,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [{ check: "settings", state: "error", text: Object(error).message }];
  }
  return runChecks([
    ...settingsChecks(env, config),
    ...machineChecks(config, now),
    ...databaseChecks(config),
    ...serviceChecks(config, recipient),
    ...proxyChecks(config, now),
  ]);
}

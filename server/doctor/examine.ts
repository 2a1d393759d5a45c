import { type Config, readConfig } from "#server/config/config.ts";
import { type Finding, runChecks } from "./check.ts";
import { databaseChecks } from "./database-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { proxyChecks } from "./proxy-checks.ts";
import { serviceChecks } from "./service-checks.ts";
import { settingsChecks } from "./settings-checks.ts";

/** Checks the installation with these settings; mails `recipient`, if there is one. */
export async function examine(env: NodeJS.ProcessEnv, recipient?: string): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [{ check: "settings", state: "error", text: Object(error).message }];
  }
  return runChecks([
    ...settingsChecks(env, config),
    ...machineChecks(config, Date.now()),
    ...databaseChecks(config),
    ...serviceChecks(config, recipient),
    ...proxyChecks(config, Date.now()),
  ]);
}

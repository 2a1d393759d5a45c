import { getAccount } from "#contract/account.ts";
import type { House } from "#server/house.ts";
import { readAccount } from "./accounts.reads.ts";
import { createFailedLogins } from "./failed-logins.ts";
import { createPasswords } from "./passwords.ts";
import { registrationRoutes } from "./registration.routes.ts";
import { sessionRoutes } from "./sessions.routes.ts";

export function accountRoutes(house: House): void {
  const { serve, db, clock, config } = house;
  const passwords = createPasswords();
  const failedLogins = createFailedLogins(clock, config.rateLimits);
  registrationRoutes(house, passwords);
  sessionRoutes(house, passwords, failedLogins);

  serve(getAccount, async ({ viewer }) => ({ item: await readAccount(db, viewer) }));
}

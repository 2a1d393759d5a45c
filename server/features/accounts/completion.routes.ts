import { completeDetails, completeIdentity } from "#contract/endpoints/completion.ts";
import { ERRORS } from "#contract/errors.ts";
import { isOwnPassword, OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { ApiError } from "#server/errors.ts";
import { requireCity } from "#server/features/lookups/cities.ts";
import { refuseGuessablePassword } from "#server/features/sign-in/guessable-passwords.ts";
import type { FeatureContext } from "../feature.ts";
import { readAccount } from "./accounts.reads.ts";
import { requireBirthYear, toStoredDate } from "./birth-dates.ts";
import { giveDetails, giveIdentity } from "./completion.writes.ts";
import { isReserved } from "./nicknames.ts";
import { requireOwnName } from "./official-names.ts";

/** What accounts that were opened by a code are given later. */
export function completionRoutes(context: FeatureContext): void {
  const { defineRoute, db, clock, config, sessions, changed, passwords, securityLog } = context;
  const nicknameTaken = () =>
    new ApiError("nickname_taken", { fields: { nickname: ERRORS.nickname_taken[2] } });

  defineRoute(completeIdentity, async ({ body, viewer, request, prove }) => {
    const { name, nickname, new_password: password } = body;
    if (!isMissing(viewer.missing, "identity")) throw new ApiError("account_complete");
    if (isReserved(nickname, config)) throw nicknameTaken();
    requireOwnName({ name, nickname }, config);
    await refuseGuessablePassword(password, "new_password");
    const { email } = await readAccount(db, viewer.id);
    if (isOwnPassword(password, { name, nickname, email })) {
      throw new ApiError("validation_failed", { fields: { new_password: OWN_PASSWORD } });
    }
    const passwordHash = await passwords.hash(password);
    const identity = { userId: viewer.id, name, nickname, passwordHash, prove };
    const refreshed = await giveIdentity(db, identity, clock.now()).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "nickname_taken") throw nicknameTaken();
      throw error;
    });
    for (const tokenHash of refreshed) sessions.forget(tokenHash);
    securityLog.write("password_changed", { request: request.raw, account: viewer.id });
    changed("*");
    return { item: await readAccount(db, viewer.id) };
  });

  defineRoute(completeDetails, async ({ body, viewer }) => {
    if (!isMissing(viewer.missing, "details")) throw new ApiError("account_complete");
    requireCity(body.city_id);
    requireBirthYear(body.birth_date, clock.now());
    const { gender, city_id } = body;
    const details = { gender, city_id, birth_date: toStoredDate(body.birth_date) };
    const refreshed = await giveDetails(context, viewer.id, details, clock.now());
    for (const tokenHash of refreshed) sessions.forget(tokenHash);
    return { item: await readAccount(db, viewer.id) };
  });
}

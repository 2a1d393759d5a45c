import type { AppContext } from "#server/app-context.ts";
import { challengeRoutes } from "./challenge.routes.ts";
import { factorRoutes } from "./factors/factors.routes.ts";
import { secondStepRoutes } from "./factors/second-step.routes.ts";
import { createStepUp, type StepUp } from "./factors/step-up.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { oidcRoutes } from "./oidc/oidc.routes.ts";
import { passwordChangeRoutes } from "./password-change.routes.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { sessionRoutes } from "./sessions.routes.ts";

/** Registers the routes; returns what other features check passwords and account owners with. */
export function signInRoutes(context: AppContext): { passwords: Passwords; stepUp: StepUp } {
  const passwords = createPasswords();
  const tryLogin = createLoginThrottle(context);
  const stepUp = createStepUp(context, passwords, tryLogin);
  challengeRoutes(context);
  sessionRoutes(context, passwords, tryLogin);
  passwordChangeRoutes(context, passwords, tryLogin);
  factorRoutes(context, stepUp);
  secondStepRoutes(context);
  oidcRoutes(context);
  return { passwords, stepUp };
}

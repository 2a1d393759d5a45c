import type { AppContext } from "#server/app-context.ts";
import { createStepUp, type StepUp } from "./factors/step-up.ts";
import { createLoginThrottle, type TryLogin } from "./login-throttle.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { createOwnerProof, type ProveOwner } from "./prove-owner.ts";

/** How features check that a caller owns an account. */
export interface OwnerChecks {
  passwords: Passwords;
  tryLogin: TryLogin;
  stepUp: StepUp;
  proveOwner: ProveOwner;
}

export function createOwnerChecks(context: AppContext): OwnerChecks {
  const passwords = createPasswords();
  const tryLogin = createLoginThrottle(context);
  return {
    ...{ passwords, tryLogin },
    stepUp: createStepUp(context, passwords, tryLogin),
    proveOwner: createOwnerProof(context, passwords, tryLogin),
  };
}

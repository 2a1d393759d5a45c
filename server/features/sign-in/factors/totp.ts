import { generateSecret, generateURI, verifySync } from "otplib/functional";
import { BRAND } from "#contract/brand.ts";

/** A code counts in its own step of 30 seconds, and in those before and after (RFC 6238, 5.2). */
const STEP_SECONDS = 30;

export const newTotpSecret = (): string => generateSecret();

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: string, nickname: string): string =>
  generateURI({ issuer: BRAND, label: nickname, secret });

/**
 * The time step that the code belongs to, `now` in milliseconds; undefined if it is none nearby.
 */
export function totpStepOf(secret: string, code: string, now: number): number | undefined {
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  return found.valid && "timeStep" in found ? found.timeStep : undefined;
}

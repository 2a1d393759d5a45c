import { generateSecret, generateURI, verifySync } from "otplib/functional";
import { BRAND } from "#contract/brand.ts";

/** Codes of three steps before and after count too: a phone's clock may be 90 seconds off. */
const TOLERANCE_SECONDS = 90;

export const newTotpSecret = (): string => generateSecret();

/** What the QR code for an authenticator app says. */
export const totpUri = (secret: string, nickname: string): string =>
  generateURI({ issuer: BRAND, label: nickname, secret });

/** The time step of which this is the code, `now` in milliseconds; undefined if it is of none near. */
export function totpStepOf(secret: string, code: string, now: number): number | undefined {
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return found.valid && "timeStep" in found ? found.timeStep : undefined;
}

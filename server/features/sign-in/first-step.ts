import type { IncomingMessage } from "node:http";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Credentials } from "./credentials.reads.ts";
import { deviceOf } from "./devices.ts";
import { enterByFirstStep } from "./factors/tickets.writes.ts";
import { proofByBrowser, proofOf } from "./known-browsers.ts";
import { placeOf } from "./known-places.reads.ts";
import { tellOwner } from "./security-letters.ts";
import type { BrowserProof, SignInPlace } from "./sessions.writes.ts";

interface FirstStep {
  person: Credentials;
  /** The hash of the password that proved it; undefined for a provider. */
  passwordHash?: string;
  remember: boolean;
  /** The proofs that the browser sent, and the known browser that one of them proves. */
  browsers: readonly string[] | undefined;
  known: string | undefined;
}

/**
 * Signs in a person proved by a password or a provider, and logs it. `prove` runs in the same
 * transaction. Throws `second_factor_required` if the account has a second factor.
 */
export async function finishFirstStep(
  context: AppContext,
  { person, passwordHash, remember, browsers, known }: FirstStep,
  request: IncomingMessage,
  prove?: (tx: Transaction) => Promise<void>,
) {
  const { db, mailboxes, securityLog, clock } = context;
  const { userId } = person;
  const proof = proofByBrowser(browsers, known);
  const opened = await signInFrom(context, request, { userId, proof }, (from) =>
    enterByFirstStep(
      db,
      { userId, passwordHash, remember, from, now: clock.now() },
      { proof, known: known ?? null },
      prove,
    ),
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "second_factor_required") {
      securityLog.write("second_step_begun", { request, account: userId });
    }
    throw error;
  });
  securityLog.write("signed_in", { request, account: userId });
  return toSession(mailboxes, opened, browsers && person);
}

/**
 * Signs somebody in by `enter`, which gets where and with what, and tells the owner of a new browser.
 * Nobody is kept out because letters are used up (R405).
 */
export function signInFrom<T>(
  { db, mailboxes, mail, letterLimits, clock, clientIpOf }: AppContext,
  request: IncomingMessage,
  { userId, proof: browser }: { userId: number; proof: BrowserProof },
  enter: (from: SignInPlace) => Promise<T>,
): Promise<T> {
  const device = deviceOf(request.headers["user-agent"]);
  const place = placeOf(mailboxes, userId, clientIpOf(request));
  return letterLimits.toOwner({ request, userId, about: "sign-in" }, (postage) => {
    const onNewBrowser = (tx: Transaction) =>
      tellOwner(
        { db, mail },
        tx,
        { userId, postage, now: clock.now() },
        {
          ...{ what: "new_browser", device },
        },
      );
    return enter({ place, browser, device, onNewBrowser });
  });
}

/** The response to a sign-in, with a proof for the browser to keep if its `owner` is given. */
export const toSession = (
  mailboxes: Mailboxes,
  { token, expiresAt }: { token: string; expiresAt: number },
  owner: Credentials | undefined,
) => ({
  token,
  expires_at: new Date(expiresAt).toISOString(),
  ...(owner && { browser: proofOf(mailboxes, owner) }),
});

import { isIP } from "node:net";
import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import { BRAND } from "#contract/brand.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import type { addPasskey } from "#contract/endpoints/second-factors.ts";
import { SECOND_STEP_MINUTES } from "#contract/limits.ts";
import type { Signed } from "#contract/shapes/passkey-shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import type { CeremonyPurpose } from "#server/db/tables/sign-in-tables.ts";
import { ApiError } from "#server/errors.ts";
import { beginCeremony, endCeremony } from "./ceremonies.writes.ts";
import { findPasskey, readPasskeys } from "./factors.reads.ts";
import type { NewPasskey, PasskeyUse } from "./factors.writes.ts";

type Context = Pick<AppContext, "db" | "clock" | "config" | "sealer">;
type Made = z.output<typeof addPasskey.body>;

/** Loaded on first use: the library takes memory only on servers where somebody uses a passkey. */
const library = () => import("@simplewebauthn/server");
/** EdDSA, ES256 and RS256; every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = SECOND_STEP_MINUTES * MINUTE_MS;

/**
 * The site as passkeys know it: `PUBLIC_URL`, without which they work only on the machine itself;
 * undefined where passkeys are impossible.
 */
export function relyingPartyOf(
  { config }: Pick<AppContext, "config">,
  { raw }: FastifyRequest,
): { id: string; origin: string } | undefined {
  const { host = "" } = raw.headers;
  const local = /^localhost(:\d+)?$/.test(host) ? `http://${host}` : undefined;
  const address = config.publicUrl ?? local;
  if (!address) return undefined;
  const { hostname, origin } = new URL(address);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? undefined : { id: hostname, origin };
}

function requireRelyingParty(context: Context, request: FastifyRequest) {
  const party = relyingPartyOf(context, request);
  if (!party) throw new ApiError("passkeys_unavailable");
  return party;
}

/**
 * A handle that tells authenticators which passkeys belong to one account, without saying whose.
 */
const handleOf = ({ sealer }: Context, userId: number) =>
  new Uint8Array(sealer.bytesFor(`passkey owner ${userId}`));

/** Options for making a passkey that identifies its owner by itself, if the authenticator can. */
export async function beginMaking(
  context: Context,
  request: FastifyRequest,
  { userId, name, nickname }: { userId: number; name: string; nickname: string },
) {
  const party = requireRelyingParty(context, request);
  const own = await readPasskeys(context.db.query, userId);
  const options = await (await library()).generateRegistrationOptions({
    ...{ rpName: BRAND, rpID: party.id, timeout: TIMEOUT_MS },
    ...{ userID: handleOf(context, userId), userName: nickname, userDisplayName: name },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(toDescriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return begun(context, { purpose: "make", userId }, options);
}

/** Verifies a new passkey and returns what is stored of it. Throws `passkey_refused`. */
export async function verifyMade(
  context: Context,
  request: FastifyRequest,
  userId: number,
  { ceremony, response }: Made,
): Promise<Omit<NewPasskey, "name">> {
  const party = requireRelyingParty(context, request);
  const challenge = await takeChallenge(context, ceremony, { purpose: "make", userId });
  const { registrationInfo } = await refusing(async () =>
    (await library()).verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, transports: [] } },
      expectedChallenge: challenge,
      ...{ expectedOrigin: party.origin, expectedRPID: party.id },
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw new ApiError("passkey_refused");
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    ...{ credentialId: credential.id, userId, counter: credential.counter },
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    transports: (response.response.transports ?? []).filter((name) => /^[\w-]+$/.test(name)),
    isSynced: credentialBackedUp,
    now: context.clock.now(),
  };
}

/** Options for signing with one of the person's passkeys, or with anybody's if `userId` is null. */
export async function beginSigning(
  context: Context,
  request: FastifyRequest,
  what: { purpose: Exclude<CeremonyPurpose, "make">; userId: number | null },
) {
  const party = requireRelyingParty(context, request);
  const own = what.userId === null ? [] : await readPasskeys(context.db.query, what.userId);
  const options = await (await library()).generateAuthenticationOptions({
    ...{ rpID: party.id, timeout: TIMEOUT_MS, allowCredentials: own.map(toDescriptor) },
    userVerification: isAlone(what) ? "required" : "preferred",
  });
  return begun(context, what, options);
}

/** Returns whose passkey has signed, to be recorded with `usePasskey`. Throws `passkey_refused`. */
export async function verifySigned(
  context: Context,
  request: FastifyRequest,
  what: { purpose: Exclude<CeremonyPurpose, "make">; userId: number | null },
  { ceremony, response }: Signed,
): Promise<PasskeyUse> {
  const party = requireRelyingParty(context, request);
  const challenge = await takeChallenge(context, ceremony, what);
  const passkey = await findPasskey(context.db, response.id);
  if (!passkey || (what.userId !== null && passkey.user_id !== what.userId)) {
    throw new ApiError("passkey_refused");
  }
  const owner = Buffer.from(handleOf(context, passkey.user_id)).toString("base64url");
  const userHandle = response.response.userHandle || undefined;
  // Authenticators that were given a list of passkeys may return no handle (WebAuthn, 7.2, step 6).
  if (userHandle === undefined ? what.userId === null : userHandle !== owner) {
    throw new ApiError("passkey_refused");
  }
  const { verified, authenticationInfo } = await refusing(async () =>
    (await library()).verifyAuthenticationResponse({
      response: { ...response, response: { ...response.response, userHandle } },
      expectedChallenge: challenge,
      ...{ expectedOrigin: party.origin, expectedRPID: party.id },
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: passkey.counter,
      },
      requireUserVerification: isAlone(what),
    }),
  );
  if (!verified) throw new ApiError("passkey_refused");
  return {
    ...{ credentialId: passkey.credential_id, userId: passkey.user_id },
    ...{ counter: passkey.counter, newCounter: authenticationInfo.newCounter },
  };
}

/** If no password is used, the authenticator itself must have verified its owner. */
const isAlone = ({ purpose }: { purpose: CeremonyPurpose }): boolean => purpose !== "second step";

async function begun<Options extends { challenge: string }>(
  { db, clock }: Context,
  what: { purpose: CeremonyPurpose; userId: number | null },
  options: Options,
) {
  const { challenge } = options;
  const ceremony = await beginCeremony(db, { ...what, challenge, now: clock.now() });
  return { ceremony, options: options as Options & Record<string, unknown> };
}

async function takeChallenge(
  { db, clock }: Context,
  ceremony: string,
  what: { purpose: CeremonyPurpose; userId: number | null },
): Promise<string> {
  const challenge = await endCeremony(db, ceremony, what, clock.now());
  if (challenge === undefined) throw new ApiError("passkey_refused");
  return challenge;
}

/** The library throws whatever is wrong with a response. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new ApiError("passkey_refused", { cause });
  }
}

const toDescriptor = ({
  credential_id,
  transports,
}: {
  credential_id: string;
  transports: string;
}) => ({
  id: credential_id,
  transports: transports.split(",").filter(Boolean) as AuthenticatorTransport[],
});

import type { FastifyRequest } from "fastify";
import { MINUTE_MS } from "#contract/durations.ts";
import {
  addPasskey,
  beginPasskey,
  beginProof,
  beginTotp,
  confirmTotp as confirmTotpCall,
  getFactors,
  proveOwnership,
  removePasskey,
  removeTotp,
  renewRecoveryCodes as renewCodesCall,
} from "#contract/endpoints/second-factors.ts";
import { PASSKEYS_MAX } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { tokenHashOf } from "#server/http/identity/sessions.ts";
import type { SecurityEvent } from "#server/http/server/security-log.ts";
import { findCredentials, requirePassword } from "../credentials.reads.ts";
import { deviceOf } from "../devices.ts";
import { hasWayIn } from "../oidc/identities.reads.ts";
import { issuerKey } from "../oidc/provider-client.ts";
import { type SecurityNews, tellOwner } from "../security-letters.ts";
import { lockPerson, noteProof } from "../sessions.writes.ts";
import {
  findTotp,
  passkeyIdOf,
  readFactors,
  readMethods,
  readPasskeys,
  toPasskey,
} from "./factors.reads.ts";
import {
  confirmTotp,
  deletePasskey,
  deleteTotp,
  insertPasskey,
  insertTotp,
} from "./factors.writes.ts";
import { beginMaking, beginSigning, relyingPartyOf, verifyMade } from "./passkeys.ts";
import { firstRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.writes.ts";
import { FRESH_MS } from "./step-up.ts";
import { newTotpSecret, totpStepOf, totpUri } from "./totp.ts";

const SETUP_MS = 10 * MINUTE_MS;

/** The purpose that the secret of an authenticator app is sealed for. */
export const totpOf = (userId: number): string => `totp ${userId}`;

/** What people sign in with besides the password (R260). */
export function factorRoutes(context: AppContext): void {
  const { defineRoute, db, clock, config, mailboxes, sealer, securityLog } = context;
  const { letterLimits } = context;
  const issuers = config.oidcProviders.map(issuerKey);

  /** Changes an account's factors; logins under way wait until it is done. */
  const change = <T>(userId: number, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transact(db, async (tx) => {
      if (!(await lockPerson(db, tx, userId))) throw new ApiError("invalid_token");
      return work(tx);
    });

  /** The same for changes that the owner is told of by letter. */
  const changeAndTell = <T>(
    request: FastifyRequest,
    userId: number,
    work: (tx: Transaction, tell: (news: SecurityNews) => Promise<void>) => Promise<T>,
  ): Promise<T> =>
    letterLimits.toOwner({ request: request.raw, userId, about: "way in" }, (postage) =>
      change(userId, (tx) =>
        work(tx, (news) => tellOwner(context, tx, { userId, postage, now: clock.now() }, news)),
      ),
    );

  const noteChange = (
    event: SecurityEvent,
    request: FastifyRequest,
    account: number,
    factor: "totp" | "passkey" | "recovery_code",
  ) => securityLog.write(event, { request: request.raw, account, factor });

  defineRoute(getFactors, async ({ viewer, request }) => ({
    item: {
      ...(await readFactors(db, mailboxes, viewer.id)),
      passkey_origin: relyingPartyOf(context, request)?.origin ?? null,
    },
  }));

  defineRoute(beginTotp, async ({ viewer, prove }) => {
    const secret = newTotpSecret();
    const nickname = await change(viewer.id, async (tx) => {
      await prove(tx);
      const sealed = sealer.seal(secret, totpOf(viewer.id));
      const row = { userId: viewer.id, secret: sealed, now: clock.now() };
      if (!(await insertTotp(tx, row))) throw new ApiError("factor_exists");
      return (await findCredentials({ query: tx }, { id: viewer.id }))?.nickname ?? "";
    });
    return { item: { secret, uri: totpUri(secret, nickname) } };
  });

  defineRoute(confirmTotpCall, async ({ body, viewer, request }) => {
    const now = clock.now();
    const pending = await findTotp(db, viewer.id);
    if (!pending || pending.confirmed_at !== null || now - pending.created_at > SETUP_MS) {
      throw new ApiError("setup_expired");
    }
    const timeStep = totpStepOf(sealer.open(pending.secret, totpOf(viewer.id)), body.code, now);
    if (timeStep === undefined) throw new ApiError("wrong_code");
    const codes = await changeAndTell(request, viewer.id, async (tx, tell) => {
      const row = { userId: viewer.id, secret: pending.secret, timeStep, now };
      if (!(await confirmTotp(tx, row))) throw new ApiError("setup_expired");
      await tell({ what: "factor_added", factor: "totp" });
      return firstRecoveryCodes(tx, mailboxes, viewer.id);
    });
    noteChange("factor_added", request, viewer.id, "totp");
    return { item: { recovery_codes: codes } };
  });

  defineRoute(removeTotp, async ({ viewer, request, prove }) => {
    const wasOn = await changeAndTell(request, viewer.id, async (tx, tell) => {
      await prove(tx);
      if (!(await deleteTotp(tx, viewer.id))) return false;
      await tell({ what: "factor_removed", factor: "totp" });
      return true;
    });
    if (wasOn) noteChange("factor_removed", request, viewer.id, "totp");
    return null;
  });

  defineRoute(beginPasskey, async ({ viewer, request, prove }) => {
    const person = await change(viewer.id, async (tx) => {
      await prove(tx);
      await requireRoom(tx, viewer.id);
      return findCredentials({ query: tx }, { id: viewer.id });
    });
    if (!person) throw new ApiError("invalid_token");
    return { item: await beginMaking(context, request, person) };
  });

  defineRoute(addPasskey, async ({ body, viewer, request }) => {
    const made = await verifyMade(context, request, viewer.id, body);
    const { browser, system } = deviceOf(request.headers["user-agent"]);
    const name = body.name ?? ([browser, system].filter(Boolean).join(" · ") || "Geçiş anahtarı");
    const item = await changeAndTell(request, viewer.id, async (tx, tell) => {
      await requireRoom(tx, viewer.id);
      if (!(await insertPasskey(tx, { ...made, name }))) throw new ApiError("passkey_refused");
      await tell({ what: "factor_added", factor: "passkey" });
      const rows = await readPasskeys(tx, viewer.id);
      const row = rows.find(({ credential_id }) => credential_id === made.credentialId);
      if (!row) throw new ApiError("passkey_refused");
      const recovery_codes = await firstRecoveryCodes(tx, mailboxes, viewer.id);
      return { passkey: toPasskey(mailboxes, row), recovery_codes };
    });
    noteChange("factor_added", request, viewer.id, "passkey");
    return { item };
  });

  defineRoute(removePasskey, async ({ params, viewer, request, prove }) => {
    const own = await readPasskeys(db.query, viewer.id);
    const named = own.find(
      ({ credential_id }) => passkeyIdOf(mailboxes, credential_id) === params.id,
    );
    if (!named) throw new ApiError("not_found");
    await changeAndTell(request, viewer.id, async (tx, tell) => {
      await prove(tx);
      if (!(await deletePasskey(tx, viewer.id, named.credential_id))) {
        throw new ApiError("not_found");
      }
      if (!(await hasWayIn(tx, viewer.id, issuers))) throw new ApiError("last_sign_in");
      await tell({ what: "factor_removed", factor: "passkey" });
    });
    noteChange("factor_removed", request, viewer.id, "passkey");
    return null;
  });

  defineRoute(renewCodesCall, async ({ viewer, request, prove }) => {
    const recovery_codes = await changeAndTell(request, viewer.id, async (tx, tell) => {
      await prove(tx);
      if ((await readMethods(tx, viewer.id)).length === 0) throw new ApiError("no_factor");
      await tell({ what: "recovery_codes_renewed" });
      return renewRecoveryCodes(tx, mailboxes, viewer.id);
    });
    noteChange("recovery_codes_renewed", request, viewer.id, "recovery_code");
    return { item: { recovery_codes } };
  });

  defineRoute(proveOwnership, async ({ body, viewer, request, prove }) => {
    const person = await findCredentials(db, { id: viewer.id });
    if (person && !body.passkey) requirePassword(person);
    await transact(db, async (tx) => {
      await prove(tx);
      await noteProof(tx, tokenHashOf(request), clock.now() + FRESH_MS);
    });
    return null;
  });

  defineRoute(beginProof, async ({ viewer, request }) => ({
    item: await beginSigning(context, request, { purpose: "prove", userId: viewer.id }),
  }));

  async function requireRoom(tx: Transaction, userId: number): Promise<void> {
    if ((await readPasskeys(tx, userId)).length >= PASSKEYS_MAX)
      throw new ApiError("passkey_limit");
  }
}

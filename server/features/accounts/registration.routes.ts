import type * as z from "zod";
import {
  confirmNickname,
  Nickname,
  type Registration,
  register,
} from "#contract/endpoints/account.ts";
import { ERRORS } from "#contract/errors.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Config } from "#server/config/config.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { queueVerification } from "#server/features/email/email.writes.ts";
import { requireFree } from "#server/features/email/free-addresses.reads.ts";
import { requireCity } from "#server/features/lookups/cities.ts";
import { refuseGuessablePassword } from "#server/features/sign-in/guessable-passwords.ts";
import type { Passwords } from "#server/features/sign-in/passwords.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { withStoredImages } from "#server/images/store/with-stored-images.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import { requireLastingAddress } from "#server/mail/refused-mail-domains.ts";
import { nicknameIsTaken, readAccount } from "./accounts.reads.ts";
import { createAccount, type NewAccount } from "./accounts.writes.ts";
import { avatarPictures } from "./avatars.ts";
import { requireBirthYear, toStoredDate } from "./birth-dates.ts";
import { CONSENT_VERSION } from "./consents.ts";
import { isReserved } from "./nicknames.ts";
import { requireOwnName } from "./official-names.ts";
import { requireEntry } from "./registration-links.writes.ts";

export function registrationRoutes(context: AppContext, passwords: Passwords): void {
  const { defineRoute, db, clock, config, mail, mailboxes, securityLog, clientIpOf } = context;
  const { challenges, letterLimits } = context;

  defineRoute(register, async ({ body, request }) => {
    const { invitation } = body;
    await requireEntry(db, { registration: config.registration, invitation }, clock.now());
    requireValid(body, config, clock.now());
    await refuseGuessablePassword(body.password);
    const who = { address: clientIpOf(request.raw), email: body.email };
    const isProven = await challenges.require("register", who, body.proof);
    await challenges.charge("register", who);
    const letter = { request: request.raw, email: body.email, isProven };
    const postage = await letterLimits.unasked(letter);
    const passwordHash = await passwords.hash(body.password);
    const id = await withStoredImages(
      context,
      request.log,
      avatarPictures(body.image),
      { preview: false, caller: `address ${networkOf(who.address)}` },
      ([image = null]) =>
        createAccount(
          context,
          toRow(body, image, clock.now()),
          { passwordHash, invitation, address: who.address },
          sendLink(postage),
        ),
    );
    securityLog.write("registered", { request: request.raw, account: id });
    return { item: await readAccount(db, id) };
  });

  /** Returns what runs in the transaction that opens an account. */
  const sendLink =
    (postage: Postage) =>
    async (tx: Transaction, userId: number, { email }: NewAccount): Promise<void> => {
      await requireFree(tx, mailboxes, { email, userId }, clock.now());
      await queueVerification(tx, mail, { userId, email, postage }, clock.now());
    };

  defineRoute(confirmNickname, async ({ params }) => {
    const nickname = Nickname.safeParse(params.nickname).data;
    if (nickname === undefined) throw new ApiError("invalid_nickname");
    if (isReserved(nickname, config) || (await nicknameIsTaken(db, nickname))) {
      throw new ApiError("nickname_taken");
    }
    return { item: { nickname } };
  });
}

type NewPerson = Omit<z.output<typeof Registration>, "password" | "confirm_password">;

/** Checks what the contract's schema cannot. */
export function requireValid(form: NewPerson, config: Config, now: number): void {
  requireCity(form.city_id);
  requireBirthYear(form.birth_date, now);
  requireLastingAddress(form.email, config.mailDomains);
  if (isReserved(form.nickname, config)) {
    throw new ApiError("nickname_taken", { fields: { nickname: ERRORS.nickname_taken[2] } });
  }
  requireOwnName(form, config);
}

export function toRow(form: NewPerson, image: string | null, now: number) {
  return {
    name: form.name,
    nickname: form.nickname,
    email: form.email,
    image,
    gender: form.gender,
    birth_date: toStoredDate(form.birth_date),
    city_id: form.city_id,
    biography: null,
    show_details: 0,
    consent_version: CONSENT_VERSION,
    explicit_consent_at: now,
    communication_consent_at: now,
    created_at: now,
  };
}

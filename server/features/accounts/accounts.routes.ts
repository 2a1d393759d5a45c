import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import {
  type AccountChanges,
  deleteAccount,
  getAccount,
  updateAccount,
} from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { disownAddress } from "#contract/endpoints/email.ts";
import { listOwnSurveys } from "#contract/endpoints/surveys.ts";
import type { Transaction } from "#server/db/database.ts";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  giveUpChange,
  readDisowned,
  requireDisowned,
} from "#server/features/email/disowned-addresses.writes.ts";
import { requireCity } from "#server/features/lookups/cities.ts";
import { tellOwner } from "#server/features/sign-in/security-letters.ts";
import { lockPerson } from "#server/features/sign-in/sessions.writes.ts";
import { deleteImages, withStoredImages } from "#server/images/store/with-stored-images.ts";
import type { FeatureContext } from "../feature.ts";
import { deletePerson } from "./account-deletion.writes.ts";
import { readExport } from "./account-export.reads.ts";
import { createAccountReader, readAccount } from "./accounts.reads.ts";
import { updatePerson } from "./accounts.writes.ts";
import { avatarPictures } from "./avatars.ts";
import { requireBirthYear, toStoredDate } from "./birth-dates.ts";
import { requireOwnName } from "./official-names.ts";
import { listOwn } from "./own-surveys.reads.ts";

export function accountRoutes(context: FeatureContext): void {
  const { defineRoute, db, clock, config, images, sessions, changed } = context;
  const { securityLog, deletionLog, letterLimits } = context;
  const accountOf = createAccountReader(db);
  db.subscribe("person-left", peopleChanged);

  defineRoute(getAccount, async ({ viewer }) => ({ item: await accountOf(viewer.id) }), {
    isFrequent: true,
  });

  defineRoute(updateAccount, async ({ body, viewer, request }) => {
    const hasDetails = [body.gender, body.birth_date, body.city_id].some(
      (one) => one !== undefined,
    );
    // `completeDetails` moves the votes with them.
    if (hasDetails && isMissing(viewer.missing, "details"))
      throw new ApiError("account_incomplete");
    await requireValid(body, viewer.id);
    const none = body.image === null ? null : undefined;
    const replaced = await withStoredImages(
      context,
      request.log,
      avatarPictures(body.image),
      { preview: false, caller: `account ${viewer.id}` },
      ([image = none]) => {
        const update = () => updatePerson(db, viewer.id, { ...toColumns(body), image });
        return image === undefined ? update() : deletionLog.noting("picture", viewer.id, update);
      },
    );
    peopleChanged();
    if (replaced) await deleteImages(images, request.log, [replaced]);
    return { item: await readAccount(db, viewer.id) };
  });

  defineRoute(listOwnSurveys, async ({ query, viewer }) =>
    listOwn(db, viewer.id, query, clock.now()),
  );

  defineRoute(exportAccount, async ({ query, viewer, request, reply, prove }) => {
    const now = clock.now();
    const cause = { request: request.raw, userId: viewer.id, about: "way in" } as const;
    await letterLimits.toOwner(cause, (postage) =>
      transact(db, async (tx) => {
        await lockPerson(db, tx, viewer.id);
        await prove(tx);
        const what = { what: "data_downloaded" } as const;
        await tellOwner(context, tx, { userId: viewer.id, now, postage }, what);
      }),
    );
    securityLog.write("account_exported", { request: request.raw, account: viewer.id });
    const pieces = await readExport(context, viewer.id, { now, choices: query.choices === true });
    void reply.header("content-disposition", 'attachment; filename="verilerim.json"');
    return Readable.from(pieces);
  });

  defineRoute(deleteAccount, async ({ viewer, request, prove }) => {
    await transact(db, prove);
    await removeAccount(viewer.id, request);
    return null;
  });

  defineRoute(disownAddress, async ({ body: { token }, request }) => {
    const now = clock.now();
    const link = await readDisowned(db, token, now);
    const admit = (tx: Transaction) => requireDisowned(db, tx, token, now);
    if (link.isAccount) await removeAccount(link.userId, request, admit);
    else await giveUpChange(db, token, now);
    securityLog.write("address_disowned", { request: request.raw, account: link.userId });
    return { item: { email: link.email } };
  });

  /** `admit` throws, in the transaction that deletes the account, where that may not be. */
  async function removeAccount(
    id: number,
    request: FastifyRequest,
    admit?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const left = await deletionLog.noting("account", id, () =>
      deletePerson(context, id, clock.now(), admit),
    );
    for (const tokenHash of left.sessions) sessions.forget(tokenHash);
    const facts = { request: request.raw, account: id, sessions: left.sessions.length };
    securityLog.write("account_deleted", facts);
    peopleChanged();
    await deleteImages(images, request.log, left.pictures);
  }

  /** Checks changes beyond the contract's schema. An unchanged name passes: earlier rules allowed more. */
  async function requireValid(changes: Changes, id: number): Promise<void> {
    if (changes.city_id !== undefined) requireCity(changes.city_id);
    if (changes.birth_date !== undefined) requireBirthYear(changes.birth_date, clock.now());
    if (changes.name === undefined) return;
    const { name, nickname } = await readAccount(db, id);
    if (changes.name !== name) {
      requireOwnName({ name: changes.name, nickname }, config);
    }
  }

  /** A person's name and picture appear in every list, beside every survey. */
  function peopleChanged(): void {
    changed("*");
  }
}

type Changes = z.output<typeof AccountChanges>;

/** Columns to change; undefined ones stay as they are. */
function toColumns({ name, gender, city_id, biography, birth_date, show_details }: Changes) {
  return {
    name,
    gender,
    city_id,
    biography: biography === "" ? null : biography,
    birth_date: birth_date && toStoredDate(birth_date),
    show_details: show_details === undefined ? undefined : Number(show_details),
  };
}

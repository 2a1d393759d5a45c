import { databaseTime } from "#server/db/clock-offset.ts";
import type { Database } from "#server/db/database.ts";
import type { Deletions } from "#server/deletions/deletion-log.ts";
import { type DeletedKind, findNoted, type NotedRow } from "#server/deletions/noted-rows.reads.ts";
import { deletePerson } from "#server/features/accounts/account-deletion.writes.ts";
import { updatePerson } from "#server/features/accounts/accounts.writes.ts";
import { FEATURES } from "#server/features/features.ts";
import { deleteSurvey } from "#server/features/surveys/surveys.writes.ts";
import { imageIdOf } from "#server/images/image-paths.ts";
import type { ImageStore } from "#server/images/store/image-store.ts";
import { type Mailboxes, openMailboxes } from "#server/secret/pseudonyms.ts";
import type { SecretLocation } from "#server/secret/secret-file.ts";

export type Repeated = Record<DeletedKind, number>;

/**
 * Deletes again what the notes name and the database has, as the routes delete it. Returns how many of
 * each kind; surveys that are deleted with their owner's account are not counted.
 */
export async function repeatDeletions(
  { db, images, secret }: { db: Database; images: ImageStore; secret: SecretLocation },
  { fingerprints }: Deletions,
): Promise<Repeated> {
  const repeated: Repeated = { survey: 0, picture: 0, account: 0 };
  if (fingerprints.size === 0) return repeated;
  const mailboxes = await openMailboxes(secret);
  for await (const row of findNoted(db, fingerprints)) {
    for (const path of await remove({ db, mailboxes }, row)) {
      const id = imageIdOf(path);
      if (id) await images.delete(id);
    }
    repeated[row.kind]++;
  }
  return repeated;
}

/** Returns the paths of pictures that no row names any more. */
async function remove(
  { db, mailboxes }: { db: Database; mailboxes: Mailboxes },
  { kind, id }: NotedRow,
): Promise<string[]> {
  const features = FEATURES;
  if (kind === "survey") return deleteSurvey({ db, features }, id);
  if (kind === "account") {
    const { time } = await databaseTime(db)();
    return (await deletePerson({ db, mailboxes, features }, id, time)).pictures;
  }
  const replaced = await updatePerson(db, id, { image: null });
  return replaced ? [replaced] : [];
}

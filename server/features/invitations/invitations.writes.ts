import { type SqlBool, sql } from "kysely";
import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import type { Author } from "#contract/shapes/survey-shapes.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { HAS_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  createNotifications,
  refreshUnreadCounts,
  silenceInvitation,
} from "#server/features/notifications/notifications.writes.ts";
import type { Quotas } from "#server/features/quotas/quotas.writes.ts";
import { newInvitationCode } from "#server/features/surveys/publishing/drafts.writes.ts";
import { lockSurvey } from "#server/features/surveys/surveys.writes.ts";
import { hasCode, isDraft } from "#server/features/visibility/visibility.reads.ts";

/**
 * Invites a person by nickname and notifies them; inviting twice changes nothing. Throws
 * `survey_not_published`, `person_not_found`, `self_invitation`, `not_invitable` or `daily_quota`.
 */
export async function invite(
  db: Database,
  quotas: Quotas,
  surveyId: number,
  nickname: string,
  now: number,
): Promise<Author> {
  return transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (isDraft(survey)) throw new ApiError("survey_not_published");
    // Locked until the commit, so that a changed setting holds from its response on.
    const person = await tx
      .selectFrom("users")
      .select(["id", "name", "nickname", "image"])
      .where("nickname", "=", nickname)
      .where(HAS_IDENTITY)
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!person) throw new ApiError("person_not_found");
    const { id: userId } = person;
    const { owner_id: ownerId } = survey;
    if (userId === ownerId) throw new ApiError("self_invitation");
    const invitation = { surveyId, userId };
    if (!(await insertInvitation(tx, { ...invitation, ownerId }, now))) {
      // An invitation that existed a moment ago may have been withdrawn since.
      if ((await isInvited(tx, invitation)) || (await isInvitable(tx, userId, ownerId)))
        return person;
      throw new ApiError("not_invitable");
    }
    await quotas.countOne(tx, "invitation", ownerId, now);
    const recipient = { userId, actorId: ownerId };
    await createNotifications(db, tx, [recipient], { kind: "invitation", surveyId, now });
    return person;
  });
}

/**
 * Returns true for a new invitation; false if there is one already, or the person allows none
 * (R236).
 */
async function insertInvitation(
  tx: Transaction,
  { surveyId, userId, ownerId }: { surveyId: number; userId: number; ownerId: number },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`insert into invitations (survey_id, user_id, created_at)
    select cast(${surveyId} as bigint), id, cast(${now} as bigint) from users
    where id = ${userId} and ${allows(ownerId)}
    on conflict do nothing returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Whether a person in `users` allows the owner of a survey to invite them (R236). */
const allows = (ownerId: number) => sql<SqlBool>`(invitable_by = 'everybody'
  or (invitable_by = 'followings' and exists (
    select 1 from follows where follower_id = users.id and followed_id = ${ownerId})))`;

async function isInvitable(tx: Transaction, userId: number, ownerId: number): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where(allows(ownerId))
    .executeTakeFirst();
  return person !== undefined;
}

async function isInvited(
  tx: Transaction,
  { surveyId, userId }: { surveyId: number; userId: number },
): Promise<boolean> {
  const invitation = await tx
    .selectFrom("invitations")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return invitation !== undefined;
}

/** Invites a person who has the survey's current code; any other code changes nothing. */
export async function accept(
  db: Database,
  invitation: { surveyId: number; userId: number; code: string },
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("invitations")
      .columns(["survey_id", "user_id", "created_at"])
      .expression((of) =>
        of
          .selectFrom("surveys")
          .select((row) => [
            "id",
            row.cast<number>(row.val(invitation.userId), "bigint").as("user_id"),
            row.cast<number>(row.val(now), "bigint").as("created_at"),
          ])
          .where("id", "=", invitation.surveyId)
          .where("owner_id", "!=", invitation.userId)
          .where(hasCode(invitation.code)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    // Notifications hidden since an earlier invitation was withdrawn are shown again.
    if (numInsertedOrUpdatedRows === 1n)
      await refreshUnreadCounts(db, tx, [{ user_id: invitation.userId }]);
  });
}

/** Deletes an invitation and hides its notification. */
export async function withdraw(
  db: Database,
  surveyId: number,
  userId: number,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .deleteFrom("invitations")
      .where("survey_id", "=", surveyId)
      .where("user_id", "=", userId)
      .execute();
    await silenceInvitation(db, tx, { surveyId, userId }, now);
  });
}

/**
 * Replaces the survey's invitation code and returns the new one; the previous one stops working.
 */
export async function renewCode(db: Database, surveyId: number): Promise<string> {
  const code = newInvitationCode();
  await db.query
    .updateTable("surveys")
    .set({ invitation_code: code })
    .where("id", "=", surveyId)
    .execute();
  return code;
}

/** Existing invitations stay; `invitable_by` applies to later ones. */
export async function setInvitableBy(
  db: Database,
  userId: number,
  invitable_by: InvitableBy,
): Promise<void> {
  const update = db.query.updateTable("users").set({ invitable_by }).where("id", "=", userId);
  await withRetry(db, () => update.execute());
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Role } from "#contract/endpoints/moderation.ts";
import { proveOwnership } from "#contract/endpoints/second-factors.ts";
import type { Database } from "#server/db/database.ts";
import { REVIEW_WORDS_CHANGED } from "#server/db/watched/watch-review-words.ts";
import { setRole } from "#server/features/moderation/roles.writes.ts";
import { foldWord, squeeze } from "#server/features/screening/folding.ts";
import { succeed } from "#testing/api.ts";
import { type Person, PROOF, signUp } from "#testing/people.ts";
import type { TestApp } from "./test-app.ts";

/** Somebody of staff with a second factor, who has just proved to own the account. */
export async function staffMember(
  kanaat: TestApp,
  role: Exclude<Role, "member"> = "moderator",
): Promise<Person> {
  const person = await signUp(kanaat);
  await makeStaff(kanaat, person, role);
  await succeed(kanaat.call(proveOwnership, { token: person.token, body: PROOF }));
  return person;
}

/** Gives somebody a role and codes of an app that nobody has. */
export async function makeStaff(
  { db, clock }: TestApp,
  { id, nickname }: Pick<Person, "id" | "nickname">,
  role: Role = "moderator",
): Promise<void> {
  const now = clock.now();
  const factor = { user_id: id, secret: "-", created_at: now, confirmed_at: now };
  await db.query.insertInto("totp").values(factor).execute();
  await setRole(db, { nickname, role, words: "Deneme için." }, now);
}

/** Puts a word on the operator's list, and waits until the server knows it. */
export async function holdWord({ db }: TestApp, form: string): Promise<void> {
  const key = foldWord(form);
  const row = { form, root: form, kind: "held", letters: key, squeezed: squeeze(key) } as const;
  await db.query.insertInto("review_words").values(row).execute();
  await db.publish(REVIEW_WORDS_CHANGED, "");
  while (!db.reviewWords.forms.some((one) => one.form === form)) await sleep(5);
}

/** The case about a person. */
export async function caseAbout(db: Database, personId: number): Promise<{ caseId: number }> {
  const about = { person_id: personId };
  await db.query
    .insertInto("moderation_cases")
    .values(about)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db.query
    .selectFrom("moderation_cases")
    .select("id")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return { caseId: id };
}

/** A warning in a case; returns its id. */
export async function decisionAbout(
  db: Database,
  { caseId, personId, now }: { caseId: number; personId: number; now: number },
  moderatorId: number | null = null,
): Promise<number> {
  const { id } = await db.query
    .insertInto("decisions")
    .values({
      ...{ case_id: caseId, person_id: personId, moderator_id: moderatorId, act: "warn" },
      ...{ reason: "spam", words: "Aynı soru çok kez soruldu.", decided_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

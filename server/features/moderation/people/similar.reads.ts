import { type SqlBool, sql } from "kysely";
import type { Similar } from "#contract/endpoints/moderation/people.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { listOfSameNetwork } from "#server/features/accounts/registration-networks.reads.ts";
import { FINDABLE } from "#server/features/visibility/visibility.reads.ts";
import { countPublic } from "./hidden-surveys.writes.ts";
import { isTelling, sharedTraits, type Traits, trigramsOf } from "./similarity.ts";
import { selectPeople, toStaffPerson } from "./staff-people.reads.ts";

/** Accounts that are compared, before and after one. */
const NEIGHBOURS = 100;
/** The newest accounts of the same network that are compared. */
const OF_NETWORK = 100;
/** Questions that are compared: of the one, and of all others together. */
const QUESTIONS = { own: 5, others: 400 };

/**
 * Returns the accounts that registered just before and after one, or from its network, and share
 * with it what automatic registrations do, those that share most first. Throws `person_not_found`.
 */
export async function findSimilar(db: Database, id: number): Promise<Similar[]> {
  const withEmail = () =>
    selectPeople(db.query)
      .select("canonical_email")
      // For a join PostgreSQL reads the whole index of cases.
      .select(
        sql<number | null>`(select version from moderation_cases where person_id = users.id)`.as(
          "version",
        ),
      )
      .select(
        sql<number | null>`(select network from registration_networks
          where user_id = users.id)`.as("network"),
      );
  const ofNetwork = await listOfSameNetwork(db, id, OF_NETWORK);
  const [self, before, after, near] = await Promise.all([
    withEmail().where("users.id", "=", id).executeTakeFirst(),
    withEmail().where("users.id", "<", id).orderBy("users.id", "desc").limit(NEIGHBOURS).execute(),
    withEmail().where("users.id", ">", id).orderBy("users.id").limit(NEIGHBOURS).execute(),
    withEmail()
      .where(sql<SqlBool>`users.id in (select id from ${idRows(db, ofNetwork)})`)
      .execute(),
  ]);
  if (!self) throw new ApiError("person_not_found");
  const byId = new Map([...before, ...after, ...near].map((other) => [other.id, other]));
  const others = [...byId.values()];
  const ids = [...byId.keys()];
  const [own, theirs] = await Promise.all([
    readQuestions(db, [id], QUESTIONS.own),
    readQuestions(db, ids, QUESTIONS.others),
  ]);
  const traitsOf = (person: typeof self, questions: Map<number, Set<string>[]>): Traits => ({
    ...{ created_at: person.created_at, nickname: person.nickname },
    ...{ email: person.canonical_email, network: person.network },
    ...{ questions: questions.get(person.id) ?? [] },
  });
  const traits = traitsOf(self, own);
  const similar = others
    .map((other) => {
      const { canonical_email, network, version, ...person } = other;
      const shares = sharedTraits(traits, traitsOf(other, theirs));
      return { ...toStaffPerson(person), shares, version: version ?? 0 };
    })
    .filter(({ shares }) => isTelling(shares))
    .toSorted((a, b) => b.shares.length - a.shares.length || b.id - a.id);
  const counts = await countPublic(
    db,
    db.query,
    similar.map((one) => one.id),
  );
  return similar.map((one) => ({ ...one, public_surveys: counts.get(one.id) ?? 0 }));
}

/** The newest questions of public surveys, by their owners. */
async function readQuestions(
  db: Database,
  ownerIds: readonly number[],
  limit: number,
): Promise<Map<number, Set<string>[]>> {
  const rows = await db.query
    .selectFrom("surveys")
    .select(["owner_id", "question"])
    .where(sql<SqlBool>`surveys.owner_id in (select id from ${idRows(db, ownerIds)})`)
    .where(FINDABLE)
    .orderBy("surveys.id", "desc")
    .limit(limit)
    .execute();
  const byOwner = Map.groupBy(rows, (row) => row.owner_id);
  return new Map(
    [...byOwner].map(([id, found]) => [id, found.map(({ question }) => trigramsOf(question))]),
  );
}

import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { ResultVisibility, SurveyState } from "#contract/shapes/survey-shapes.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { hasVotedOn, voterOfAccount } from "#server/features/voters/voters.reads.ts";

// What the columns of `surveys` say about who may see a survey and when it is open. No other file
// compares them: `scripts/checks/visibility-spelling.ts` (ADR-045).

type Survey = Selectable<Tables["surveys"]>;
type Row<Column extends keyof Survey> = Pick<Survey, Column>;

// Of rows that were read.

/** Whether everybody may see it. */
export const isPublic = <S extends Row<"visibility" | "adults_only">>(
  survey: S,
): survey is S & { visibility: "public" } => isOpenToStrangers(survey) && !isForAdults(survey);

/** Whether people who were not invited may see it: everybody, or all adults. */
export const isOpenToStrangers = ({ visibility }: Row<"visibility">): boolean =>
  visibility === "public";

/** Whether only adults may see it, besides its owner (R690). */
export const isForAdults = ({ adults_only }: Row<"adults_only">): boolean => adults_only !== 0;

export const isDraft = ({ visibility }: Row<"visibility">): boolean => visibility === null;

/** Hidden by moderation from everybody but its owner, and unchanging, until that is undone. */
export const isHidden = ({ hidden }: Row<"hidden">): boolean => hidden !== null;

/** Kept out of lists by moderation, until that is undone. */
export const isUnlisted = ({ unlisted }: Row<"unlisted">): boolean => unlisted === 1;

/** Whether its time is over; drafts may have such a time too. */
export const isOver = ({ expire_time }: Row<"expire_time">, now: number): boolean =>
  expire_time !== null && expire_time <= now;

type Stated = Row<"visibility" | "start_time" | "expire_time">;

export function surveyState(survey: Stated, now: number): SurveyState {
  if (isDraft(survey)) return "draft";
  if (survey.start_time > now) return "scheduled";
  return isOver(survey, now) ? "ended" : "active";
}

/** Nothing changes once sealing has begun, whatever the clock says (R352). */
export const isClosed = (survey: Stated & Row<"seal_state">, now: number): boolean =>
  surveyState(survey, now) === "ended" || survey.seal_state !== 0;

/** When its results may be seen. */
export const resultVisibility = (
  survey: Row<"result_visibility" | "hidden_until_end">,
): ResultVisibility => (survey.hidden_until_end === 1 ? "end" : survey.result_visibility);

/** Whether its results are hidden until its end, which has not come (R590). */
export const isHiddenUntilEnd = (survey: Stated & Row<"hidden_until_end">, now: number): boolean =>
  survey.hidden_until_end === 1 && surveyState(survey, now) !== "ended";

/** What hides the results of a survey from everybody. */
export type HiddenBy = Stated & Row<"hidden_until_end" | "category_id">;

/** Whether nobody, not even its owner, may know a number of votes now (R590, R665). */
export const isHiddenFromAll = (
  { quietPeriods }: Pick<Database, "quietPeriods">,
  survey: HiddenBy,
  now: number,
): boolean =>
  isHiddenUntilEnd(survey, now) || quietPeriods.covering(survey.category_id, now) !== undefined;

/** Whether `listed` has to be 1: lists skip those that have not begun. */
export const belongsInLists = (
  survey: Stated & Row<"unlisted" | "adults_only">,
  now: number,
): boolean => concernsFollowers(survey, now) && !isForAdults(survey);

/** Whether its owner's followers are notified of it; those who may not see it see no notification. */
export const concernsFollowers = (survey: Stated & Row<"unlisted">, now: number): boolean =>
  isOpenToStrangers(survey) && !isUnlisted(survey) && surveyState(survey, now) !== "ended";

// In statements that read `surveys`. Values are literals where an index holds only such rows.

/** Everybody may see it, or every adult. */
export const OPEN_TO_STRANGERS = sql<SqlBool>`surveys.visibility = 'public'`;
/** Everybody may see it. */
export const PUBLIC = sql<SqlBool>`(${OPEN_TO_STRANGERS} and surveys.adults_only = 0)`;
/** Its owner's followers may be notified of it although it is in no list. */
export const FOR_ADULT_FOLLOWERS = sql<SqlBool>`(${OPEN_TO_STRANGERS} and surveys.adults_only <> 0
  and surveys.unlisted = 0)`;
/** May be found without its link, also once it has ended. */
export const FINDABLE = sql<SqlBool>`(${PUBLIC} and surveys.unlisted = 0)`;
export const PRIVATE = sql<SqlBool>`surveys.visibility = 'private'`;
/** Neither a draft nor removed nor hidden by moderation. */
export const PUBLISHED = sql<SqlBool>`(surveys.visibility is not null and surveys.hidden is null)`;
/** Rows of removed surveys stay until maintenance deletes them. */
export const NOT_REMOVED = sql<SqlBool>`surveys.owner_id is not null`;
export const DRAFT = sql<SqlBool>`surveys.visibility is null and ${NOT_REMOVED}`;
export const HAS_END = sql<SqlBool>`surveys.expire_time is not null`;

interface Naming {
  /** What the statement calls `surveys`. */
  table?: string;
  unindexed?: boolean;
}

/** Hides the column from SQLite's planner, so that the order of a list chooses the index. */
export const UNINDEXED: Naming = { unindexed: true };

const column = (name: keyof Survey, { table = "surveys", unindexed = false }: Naming = {}) =>
  sql`${sql.raw(unindexed ? "+" : "")}${sql.ref(`${table}.${name}`)}`;

/** Findable and not ended, up to some minutes late: read it together with a condition on the end. */
export const isListed = (naming?: Naming) => sql<SqlBool>`${column("listed", naming)} = 1`;

export const hasBegunAt = (now: number, naming?: Naming) =>
  sql<SqlBool>`${column("start_time", naming)} <= ${now}`;

export const hasEndedAt = (now: number, naming?: Naming) =>
  sql<SqlBool>`${column("expire_time", naming)} <= ${now}`;

export const hasNotEndedAt = (now: number, naming?: Naming) =>
  sql<SqlBool>`(${column("expire_time", { ...naming, unindexed: false })} is null
    or ${column("expire_time", naming)} > ${now})`;

/** The opposite of `isHiddenFromAll`. */
export const isNotHiddenAt = (db: Database, now: number) =>
  sql<SqlBool>`((surveys.hidden_until_end = 0 or ${hasEndedAt(now)}) and not ${isQuietAt(db, now)})`;

/** Whether a quiet period covers its category. */
export function isQuietAt({ quietPeriods }: Pick<Database, "quietPeriods">, now: number) {
  const categories = quietPeriods.coveredAt(now);
  if (categories === "all") return sql<SqlBool>`1 = 1`;
  if (categories.length === 0) return sql<SqlBool>`1 = 0`;
  const ids = sql.join(categories.map((id) => sql.lit(id)));
  return sql<SqlBool>`+surveys.category_id in (${ids})`;
}

/** Has begun and not ended, for lists. */
export const isActiveAt = (now: number) =>
  sql<SqlBool>`${hasBegunAt(now, UNINDEXED)} and ${hasNotEndedAt(now, UNINDEXED)}`;

/** Takes votes; not once sealing has begun, whatever the clock says (R352). */
export const isOpenAt = (now: number) =>
  sql<SqlBool>`${PUBLISHED} and surveys.seal_state = 0
    and ${hasBegunAt(now)} and ${hasNotEndedAt(now)}`;

/** Whether lists offer it to a person to vote on: active, by others, and not voted on by them. */
export const listedTo = (userId: number, now: number) =>
  sql<SqlBool>`${isActiveAt(now)} and +surveys.owner_id <> ${userId}
    and not ${hasVotedOn(sql.ref("surveys.id"), voterOfAccount(userId))}`;

/** Whether it is by none of these people, whom lists hide from somebody. */
export const isByNoneOf = (db: Database, people: readonly number[]) =>
  people.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`+surveys.owner_id not in (select id from ${idRows(db, people)})`;

/** Whether the code is that of the survey's invitation link. */
export const hasCode = (invitationCode: string | Expression<string>) =>
  sql<SqlBool>`${PUBLISHED} and surveys.invitation_code = ${invitationCode}`;

type Person = number | null | Expression<number>;

/** Whether a person (null: a visitor) is old enough for it. */
export const isForAgeOf = ({ calendar }: Pick<Database, "calendar">, userId: Person) =>
  sql<SqlBool>`(surveys.adults_only = 0 or exists (
    select 1 from users as adult
    where adult.id = ${userId} and adult.birth_date <= ${calendar.adultsBornBy()}
  ))`;

/** Whether a person may see and make surveys for adults. */
export async function isAdult(
  { query, calendar }: Pick<Database, "query" | "calendar">,
  userId: number,
): Promise<boolean> {
  const adult = await query
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("birth_date", "<=", calendar.adultsBornBy())
    .executeTakeFirst();
  return adult !== undefined;
}

/** Whether a person may see it without an invitation; both are values or columns. */
export const isOpenTo = (db: Pick<Database, "calendar">, userId: Person) =>
  sql<SqlBool>`(${OPEN_TO_STRANGERS} and ${isForAgeOf(db, userId)})`;

/** Whether a person may see it as its owner or by an invitation; both are values or columns. */
export const isSharedWith = (
  db: Pick<Database, "calendar">,
  userId: Person,
  invitationCode?: string | Expression<string>,
) =>
  sql<SqlBool>`(surveys.owner_id = ${userId}
    or (${invitationCode === undefined ? sql`` : sql`${hasCode(invitationCode)} or`}
      ${PUBLISHED} and exists (
        select 1 from invitations
        where invitations.survey_id = surveys.id and invitations.user_id = ${userId}
      )) and ${isForAgeOf(db, userId)})`;

/** Whether a person (null: a visitor) may see it. */
export const visibleTo = (
  db: Pick<Database, "calendar">,
  userId: Person,
  invitationCode?: string | Expression<string>,
) => sql<SqlBool>`(${isOpenTo(db, userId)} or ${isSharedWith(db, userId, invitationCode)})`;

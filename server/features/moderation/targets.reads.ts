import type { Snapshot, TargetKind } from "#contract/endpoints/moderation.ts";
import type { Transaction } from "#server/db/database.ts";
import { readOpenHold } from "#server/features/surveys/holds/survey-holds.reads.ts";
import {
  isClosed,
  isForAdults,
  isHidden,
  isOpenToStrangers,
  isUnlisted,
  NOT_REMOVED,
} from "#server/features/visibility/visibility.reads.ts";
import { placeOf, readWithheld } from "./withheld-pictures.reads.ts";

/** What a case is about, for staff. */
export interface Target {
  kind: TargetKind;
  id: number;
  user: { id: number; name: string; nickname: string; image: string | null };
  isHidden: boolean;
  /** Whether a survey is hidden until staff has looked at it. */
  isHeld: boolean;
  isUnlisted: boolean;
  isForAdults: boolean;
  /** Whether a survey can still be closed; false for people. */
  isOpenAt: (now: number) => boolean;
  /** Whether everybody may see it, or could before it was hidden. */
  isPublic: boolean;
  snapshot: Snapshot;
}

type Reader = Pick<Transaction, "selectFrom">;

/** Returns undefined for a survey that is removed, and for an account that is deleted. */
export async function readTarget(
  query: Reader,
  { kind, id }: Pick<Target, "kind" | "id">,
): Promise<Target | undefined> {
  return kind === "survey" ? readSurveyTarget(query, id) : readPersonTarget(query, id);
}

async function readSurveyTarget(query: Reader, id: number): Promise<Target | undefined> {
  const survey = await query
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["question", "description", "surveys.image", "visibility", "hidden"])
    .select(["unlisted", "adults_only"])
    .select(["start_time", "expire_time", "seal_state"])
    .select(["users.id as user_id", "name", "nickname", "users.image as avatar"])
    .where("surveys.id", "=", id)
    .where(NOT_REMOVED)
    .executeTakeFirst();
  if (!survey) return undefined;
  const options = await query
    .selectFrom("options")
    .select(["id", "content", "image"])
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  const { question, description, image, user_id, name, nickname, avatar } = survey;
  const withheld = await readWithheld(query, { kind: "survey", id });
  // Of a hidden survey, what everybody saw before.
  const hidden = new Map(
    withheld
      .filter(({ decision_id }) => decision_id === null)
      .map((picture) => [placeOf({ kind: "survey" }, picture), picture.former_path]),
  );
  return {
    ...{ kind: "survey", id, isHidden: isHidden(survey) },
    isHeld: isHidden(survey) && (await readOpenHold(query, id)) !== undefined,
    ...{ isUnlisted: isUnlisted(survey), isForAdults: isForAdults(survey) },
    ...{ isOpenAt: (now: number) => !isClosed(survey, now) },
    isPublic: isOpenToStrangers({ visibility: survey.hidden ?? survey.visibility }),
    user: { id: user_id, name, nickname, image: avatar },
    snapshot: {
      ...{ title: question, text: description, image_path: hidden.get("cover") ?? image },
      options: options.map((option) => ({
        ...{
          content: option.content,
          image_path: hidden.get(`option ${option.id}`) ?? option.image,
        },
      })),
      ...(await readQuestions(query, id, hidden)),
    },
  };
}

/** What a test asks; nothing for another survey. */
async function readQuestions(
  query: Reader,
  id: number,
  hidden: ReadonlyMap<string, string>,
): Promise<Pick<Snapshot, "questions" | "types">> {
  const rows = await query
    .selectFrom("quiz_questions")
    .select(["position", "content", "image", "explanation", "options"])
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  if (rows.length === 0) return {};
  const explanations = await query
    .selectFrom("quiz_explanations")
    .select(["position", "image"])
    .where("survey_id", "=", id)
    .execute();
  const pictures = new Map(explanations.map(({ position, image }) => [position, image]));
  const types = await query
    .selectFrom("quiz_types")
    .select("content")
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  return {
    questions: rows.map(({ position, content, image, explanation, options }) => ({
      ...{ content, explanation, image_path: hidden.get(`question ${position}`) ?? image },
      explanation_image_path:
        hidden.get(`explanation ${position}`) ?? pictures.get(position) ?? null,
      options: (JSON.parse(options) as { content: string }[]).map(({ content }) => content),
    })),
    ...(types.length > 0 && { types: types.map(({ content }) => content) }),
  };
}

async function readPersonTarget(query: Reader, id: number): Promise<Target | undefined> {
  const person = await query
    .selectFrom("users")
    .select(["id", "name", "nickname", "image", "biography"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!person) return undefined;
  const { biography, ...user } = person;
  return {
    ...{ kind: "person", id, user, isPublic: true },
    ...{ isHidden: false, isHeld: false, isUnlisted: false, isForAdults: false },
    isOpenAt: () => false,
    snapshot: { title: user.name, text: biography ?? "", image_path: user.image, options: [] },
  };
}

/** What a case is about. */
export const targetOf = (row: {
  survey_id: number | null;
  person_id: number | null;
}): Pick<Target, "kind" | "id"> =>
  row.survey_id === null
    ? { kind: "person", id: row.person_id ?? 0 }
    : { kind: "survey", id: row.survey_id };

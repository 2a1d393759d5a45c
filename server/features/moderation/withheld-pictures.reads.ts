import type { Snapshot, TargetKind } from "#contract/endpoints/moderation.ts";
import type { CasePicture } from "#contract/endpoints/moderation-cases.ts";
import type { Database, Transaction } from "#server/db/database.ts";

/** A survey or a person. */
interface Pictured {
  kind: TargetKind;
  id: number;
  snapshot: Snapshot;
}

type Reader = Pick<Transaction, "selectFrom">;

/**
 * Where a survey or a profile shows a picture: "cover", "avatar", "option" with its number, or
 * "question" or "explanation" of a test with the question's position.
 */
export type Place = string;

export interface ShownPicture {
  place: Place;
  /** null where it is no option's. */
  optionId: number | null;
  /** The position of a test's question; null where it is none's. */
  question: number | null;
  /** Whether it is the picture of that question's explanation. */
  explains: boolean;
  /** What stands beside it. */
  content: string;
  image: string;
}

const NO_PART = { optionId: null, question: null, explains: false };

/** Lists what a target shows in its rows now, in their order. */
export async function readPictures(
  query: Reader,
  { kind, id, snapshot }: Pictured,
): Promise<ShownPicture[]> {
  const content = snapshot.title;
  if (kind === "person") {
    const { image } = await query
      .selectFrom("users")
      .select("image")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const avatar = { place: "avatar", ...NO_PART, content };
    return image === null ? [] : [{ ...avatar, image }];
  }
  const { image } = await query
    .selectFrom("surveys")
    .select("image")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const options = await query
    .selectFrom("options")
    .select(["id", "content", "image"])
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  const questions = await query
    .selectFrom("quiz_questions")
    .select(["position", "content", "explanation", "image"])
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  const explanations = await query
    .selectFrom("quiz_explanations")
    .select(["position", "image"])
    .where("survey_id", "=", id)
    .orderBy("position")
    .execute();
  return [
    { place: "cover", ...NO_PART, content, image },
    ...options.map((option) => ({
      ...{ place: `option ${option.id}`, ...NO_PART, optionId: option.id },
      ...{ content: option.content, image: option.image },
    })),
    ...questions.map((question) => ({
      ...{ place: `question ${question.position}`, ...NO_PART, question: question.position },
      ...{ content: question.content, image: question.image ?? "" },
    })),
    ...explanations.map(({ position, image: shown }) => ({
      ...{ place: `explanation ${position}`, ...NO_PART, question: position, explains: true },
      content: questions.find((question) => question.position === position)?.explanation ?? "",
      image: shown,
    })),
  ].filter((picture) => picture.image !== "");
}

/** Lists the pictures of a target that are withheld. */
export const readWithheld = (query: Reader, { kind, id }: Omit<Pictured, "snapshot">) =>
  query
    .selectFrom("withheld_pictures")
    .select(["id", "option_id", "question", "explains", "image", "former_path"])
    .select(["decision_id"])
    .where(kind === "survey" ? "survey_id" : "person_id", "=", id)
    .execute();

export type Withheld = Awaited<ReturnType<typeof readWithheld>>[number];

export const placeOf = (
  target: Pick<Pictured, "kind">,
  { option_id, question, explains }: Pick<Withheld, "option_id" | "question" | "explains">,
): Place => {
  if (target.kind === "person") return "avatar";
  if (question !== null) return `${explains === 1 ? "explanation" : "question"} ${question}`;
  return option_id === null ? "cover" : `option ${option_id}`;
};

/**
 * Lists the pictures of a target for staff: those that it shows, and those that are withheld, by the
 * address they had. Placeholders are none.
 */
export async function listCasePictures(
  { query }: Database,
  target: Pictured,
): Promise<CasePicture[]> {
  const [shown, withheld] = [await readPictures(query, target), await readWithheld(query, target)];
  const contents = new Map(shown.map(({ place, content }) => [place, content]));
  const hiddenPlaces = new Set(withheld.map((picture) => placeOf(target, picture)));
  const current = shown.filter(({ place }) => target.kind === "person" || !hiddenPlaces.has(place));
  return [
    ...current.map(({ place, content, image }) => ({
      ...{ place, content, image_path: image, withheld: null, is_removed: false },
    })),
    ...withheld.map((picture) => {
      const place = placeOf(target, picture);
      return {
        ...{ place, content: contents.get(place) ?? target.snapshot.title },
        ...{ image_path: picture.former_path, withheld: picture.id },
        is_removed: picture.decision_id !== null,
      };
    }),
  ];
}

/** The path of a withheld picture of a case, undefined where there is none. */
export async function findWithheld(
  { query }: Database,
  { caseId, id }: { caseId: number; id: number },
): Promise<string | undefined> {
  const row = await query
    .selectFrom("withheld_pictures")
    .innerJoin("moderation_cases", (join) =>
      join.on((on) =>
        on.or([
          on("moderation_cases.survey_id", "=", on.ref("withheld_pictures.survey_id")),
          on("moderation_cases.person_id", "=", on.ref("withheld_pictures.person_id")),
        ]),
      ),
    )
    .select("image")
    .where("withheld_pictures.id", "=", id)
    .where("moderation_cases.id", "=", caseId)
    .executeTakeFirst();
  return row?.image;
}

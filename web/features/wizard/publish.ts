import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { TILE_COLORS } from "#contract/tiles.ts";
import type { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toFormData } from "#web/lib/upload/multipart.ts";
import { type Draft, NOTHING_SENT, newId, type Picture } from "./draft/draft.ts";
import { isOfTypes, isQuiz, toQuestion } from "./quiz/draft-questions.ts";
import { surveyFields } from "./survey-fields.ts";

export interface PublishDeps {
  call: typeof callApi;
  /** The file of a photograph; throws if it was lost. */
  photoFile: (id: string) => Blob;
  /** Saves the server's responses before the next call is made. */
  saveProgress: (changes: Partial<Pick<Draft, "key" | "sent">>) => Promise<void>;
  /** Called with the share of all bytes that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  now: number;
}

/**
 * Publishes a draft with three calls (R48). A retry skips the calls that have already succeeded.
 * Returns the published survey; throws `ApiProblem`.
 */
export async function publish(draft: Draft, deps: PublishDeps): Promise<Survey> {
  try {
    return await sendAll(draft, deps);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const isLocked = error.code === "survey_locked";
    const published = isLocked ? await findPublished(draft, deps.call) : undefined;
    if (published) return published;
    // The key belongs to a survey with other content, or the survey was deleted or is another
    // person's: send everything under a new key.
    const isGone = draft.sent.surveyId !== null && (error.status === 404 || error.status === 403);
    if (!isLocked && !isGone) throw error;
    const restart = { key: newId(), sent: NOTHING_SENT };
    await deps.saveProgress(restart);
    return await sendAll({ ...draft, ...restart }, deps);
  }
}

async function sendAll(draft: Draft, deps: PublishDeps): Promise<Survey> {
  const { call, onProgress } = deps;
  const id = await sendContent(draft, deps);
  onProgress(0.99);
  const { item } = await call("PUT /api/auth/surveys/{id}/visibility", {
    params: { id },
    body: { visibility: draft.visibility },
  });
  return item;
}

/** Sends the survey and its options if they changed since the last call. Returns the id. */
async function sendContent(draft: Draft, deps: PublishDeps): Promise<number> {
  const { call, saveProgress, now } = deps;
  const cover = pictureField(draft.image, deps);
  const data = [
    ...(hasOptions(draft) ? optionData(draft, deps) : []),
    ...(isQuiz(draft) ? questionData(draft, deps) : []),
  ];
  const sizes = [sizeOf(cover), data.reduce((sum, option) => sum + sizeOf(option), 0)];
  const progressOf = progressPerCall(deps.onProgress, sizes);

  const fields = surveyFields(draft, now);
  const survey = fingerprint(fields, draft.image);
  const options = fingerprint(
    ...(hasOptions(draft) ? draft.options.map(({ content, image }) => [content, image]) : []),
    ...(isQuiz(draft) ? [draft.scoring, draft.questions, typeTexts(draft)] : []),
  );
  let { sent } = draft;
  let id = sent.surveyId;
  if (id === null || sent.survey !== survey) {
    const { item } = await call("POST /api/auth/surveys", {
      body: { ...fields, ...cover, draft_key: draft.key },
      asForm: toFormData,
      onProgress: progressOf(0),
    });
    sent = { surveyId: item.id, survey, options: item.id === id ? sent.options : "" };
    await saveProgress({ sent });
    id = item.id;
  }
  if (sent.options !== options) {
    const survey_id = id;
    const sending = { asForm: toFormData, onProgress: progressOf(1) };
    if (hasOptions(draft)) {
      const body = { data: optionData(draft, deps).map((option) => ({ survey_id, ...option })) };
      await call("POST /api/auth/surveys/options", { body, ...sending });
    }
    if (isQuiz(draft)) {
      const body = { data: questionData(draft, deps), type_texts: typeTexts(draft) };
      await call("PUT /api/auth/surveys/{id}/questions", { params: { id }, body, ...sending });
    }
    await saveProgress({ sent: { ...sent, options } });
  }
  return id;
}

/** Whether the draft's options are sent: they are not those of a scored test. */
const hasOptions = (draft: Draft): boolean => !isQuiz(draft) || isOfTypes(draft);

const optionData = (draft: Draft, deps: PublishDeps) =>
  draft.options.map(({ content, image }) => ({ content, ...pictureField(image, deps) }));

/** A test's questions, as text since forms have no nested fields. */
const questionData = (draft: Draft, { photoFile }: PublishDeps) =>
  draft.questions.map((question) => ({
    question: JSON.stringify(toQuestion(question, draft)),
    ...(question.image?.kind === "photo" && { image: photoFile(question.image.id) }),
    ...(question.explanationImage?.kind === "photo" && {
      explanation_image: photoFile(question.explanationImage.id),
    }),
  }));

/** What a test of types says of each, as text too; undefined for other tests. */
const typeTexts = (draft: Draft): string | undefined =>
  isOfTypes(draft) ? JSON.stringify(draft.options.map(({ typeText }) => typeText)) : undefined;

/** How a picture is sent: a photograph as its file, a tile as its colour (R84). */
const pictureField = (picture: Picture | null, { photoFile }: PublishDeps) =>
  picture?.kind === "tile"
    ? { tile: picture.color % TILE_COLORS.length }
    : { image: photoFile(picture?.id ?? "") };

/** In bytes; tiles count too, so that there is progress even if nothing else is sent. */
const sizeOf = ({ image, explanation_image }: Record<string, unknown>): number =>
  [image, explanation_image].reduce<number>(
    (sum, one) => (one instanceof Blob ? sum + one.size : sum),
    1,
  );

/** Differs whenever any of the content, a picture included, differs. */
const fingerprint = (...content: unknown[]): string => JSON.stringify(content);

/** Progress by bytes over all calls; the last hundredth is the third call's, which sends none. */
function progressPerCall(onProgress: (share: number) => void, sizes: number[]) {
  const total = sizes.reduce((sum, size) => sum + size, 0) / 0.99;
  return (call: number) => {
    const before = sizes.slice(0, call).reduce((sum, size) => sum + size, 0);
    onProgress(before / total);
    return (sent: number) => onProgress((before + sent * (sizes[call] ?? 0)) / total);
  };
}

/** The published survey with the draft's content, if only the response about it was lost. */
async function findPublished(draft: Draft, call: typeof callApi): Promise<Survey | undefined> {
  const textsOf = ({
    question,
    description,
    options,
  }: Pick<Draft | Survey, "question" | "description" | "options">) =>
    fingerprint(
      [question, description, ...options.map(({ content }) => content)].map((text) => text.trim()),
    );
  const id = draft.sent.surveyId ?? (await findIdByQuestion(draft.question.trim(), call));
  if (id === undefined) return undefined;
  const { item } = await call("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true });
  const asked = hasOptions(draft) ? draft : { ...draft, options: [] };
  return textsOf(item) === textsOf(asked) ? item : undefined;
}

/** The id of the author's survey with this question, if the response with the id was lost. */
async function findIdByQuestion(text: string, call: typeof callApi): Promise<number | undefined> {
  const { items } = await call("GET /api/auth/my/surveys", {});
  return items.find(({ question }) => question === text)?.id;
}

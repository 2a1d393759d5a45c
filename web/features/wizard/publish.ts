import type { Survey } from "#contract/survey-shapes.ts";
import type { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { type Draft, NOTHING_SENT, newId, type Picture } from "./draft.ts";
import { optionFields, surveyFields } from "./draft-fields.ts";

export interface Around {
  call: typeof callApi;
  /** The file of a picture; a tile carries the title. */
  fileOf: (picture: Picture | null, title: string, shape: "cover" | "option") => Promise<Blob>;
  /** Keeps how far publishing has come, before it goes on. */
  record: (changes: Partial<Pick<Draft, "key" | "sent">>) => Promise<void>;
  /** Told 0 to 1 over all calls. */
  onProgress: (share: number) => void;
  now: number;
}

/**
 * Publishes by the three calls (R48), leaving out what the server has already answered, so
 * that it goes on where it stopped. Answers the published survey; throws `ApiProblem`.
 */
export async function publish(draft: Draft, around: Around): Promise<Survey> {
  try {
    return await sendAll(draft, around);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const isLocked = error.code === "survey_locked";
    const published = isLocked ? await findPublished(draft, around.call) : undefined;
    if (published) return published;
    // Published with other words, removed on the server, or begun by somebody else in this browser:
    // it is sent from the start.
    const isGone = draft.sent.surveyId !== null && (error.status === 404 || error.status === 403);
    if (!isLocked && !isGone) throw error;
    const afresh = { key: newId(), sent: NOTHING_SENT };
    await around.record(afresh);
    return await sendAll({ ...draft, ...afresh }, around);
  }
}

async function sendAll(draft: Draft, around: Around): Promise<Survey> {
  const { call, onProgress } = around;
  const id = await sendContent(draft, around);
  onProgress(0.99);
  const { item } = await call("PUT /api/auth/surveys/{id}/visibility", {
    params: { id },
    body: { visibility: draft.visibility },
  });
  return item;
}

/** Brings the survey and its options to the server as far as it does not have them; answers the id. */
async function sendContent(draft: Draft, around: Around): Promise<number> {
  const { call, fileOf, record, now } = around;
  const image = await fileOf(draft.image, draft.question, "cover");
  const data: { content: string; image: Blob }[] = [];
  for (const option of draft.options) {
    data.push({
      ...optionFields(option),
      image: await fileOf(option.image, option.content, "option"),
    });
  }
  const sizes = [image.size, data.reduce((sum, option) => sum + option.image.size, 0)];
  const progress = shares(around.onProgress, sizes);

  const fields = surveyFields(draft, now);
  const survey = print(fields, draft.image);
  const options = print(...draft.options.map(({ content, image: picture }) => [content, picture]));
  let { sent } = draft;
  let id = sent.surveyId;
  if (id === null || sent.survey !== survey) {
    const { item } = await call("POST /api/auth/surveys", {
      body: { ...fields, image, draft_key: draft.key },
      onProgress: progress(0),
    });
    sent = { surveyId: item.id, survey, options: item.id === id ? sent.options : "" };
    await record({ sent });
    id = item.id;
  }
  if (sent.options !== options) {
    const survey_id = id;
    await call("POST /api/auth/surveys/options", {
      body: { data: data.map((option) => ({ ...option, survey_id })) },
      onProgress: progress(1),
    });
    await record({ sent: { ...sent, options } });
  }
  return id;
}

/** What a call carries, as a text that differs when any of it, a picture included, differs. */
const print = (...carried: unknown[]): string => JSON.stringify(carried);

/** Of each call its share of all bytes; the last hundredth is for the call without any. */
function shares(onProgress: (share: number) => void, sizes: number[]) {
  const total = sizes.reduce((sum, size) => sum + size, 0) / 0.99;
  return (call: number) => {
    const before = sizes.slice(0, call).reduce((sum, size) => sum + size, 0);
    onProgress(before / total);
    return (sent: number) => onProgress((before + sent * (sizes[call] ?? 0)) / total);
  };
}

/** The survey that has the draft's words, where only the answer that told of it was lost. */
async function findPublished(draft: Draft, call: typeof callApi): Promise<Survey | undefined> {
  const said = (question: string, description: string, options: readonly { content: string }[]) =>
    JSON.stringify(
      [question, description, ...options.map(({ content }) => content)].map((text) => text.trim()),
    );
  const id = draft.sent.surveyId ?? (await findByQuestion(draft.question.trim(), call));
  if (id === undefined) return undefined;
  const { item } = await call("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true });
  const isSame =
    said(item.question, item.description, item.options) ===
    said(draft.question, draft.description, draft.options);
  return isSame ? item : undefined;
}

/** Of one's own survey whose id never arrived here. */
async function findByQuestion(text: string, call: typeof callApi): Promise<number | undefined> {
  const { items } = await call("GET /api/auth/my/surveys", {});
  return items.find(({ question }) => question === text)?.id;
}

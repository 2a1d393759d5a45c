import type { Survey } from "#contract/survey-shapes.ts";
import type { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { type Draft, NOTHING_SENT, type Picture, type Sent } from "./draft.ts";
import { optionFields, surveyFields } from "./draft-fields.ts";

export interface Around {
  call: typeof callApi;
  /** The file of a picture; a tile carries the title. */
  fileOf: (picture: Picture | null, title: string, shape: "cover" | "option") => Promise<Blob>;
  /** Keeps how far publishing has come, before it goes on. */
  record: (sent: Sent) => Promise<void>;
  /** Told 0 to 1 over all calls. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  now: number;
}

/**
 * Publishes by the three calls (spec §4), leaving out what the server has already answered, so
 * that it goes on where it stopped. Answers the published survey; throws `ApiProblem`.
 */
export async function publish(draft: Draft, around: Around): Promise<Survey> {
  try {
    return await sendAll(draft, around);
  } catch (error) {
    // Removed on the server, or begun by somebody else in this browser: it is sent from the start.
    const isGone = error instanceof ApiProblem && (error.status === 404 || error.status === 403);
    if (!isGone || draft.sent.surveyId === null) throw error;
    await around.record(NOTHING_SENT);
    return await sendAll({ ...draft, sent: NOTHING_SENT }, around);
  }
}

async function sendAll(draft: Draft, around: Around): Promise<Survey> {
  const { call, now, signal } = around;
  const image = await around.fileOf(draft.image, draft.question, "cover");
  const pictures: Blob[] = [];
  for (const option of draft.options) {
    pictures.push(await around.fileOf(option.image, option.content, "option"));
  }
  const optionBytes = pictures.reduce((sum, { size }) => sum + size, 0);
  const progress = shares(around.onProgress, [image.size, optionBytes]);

  let { surveyId, ...answered } = draft.sent;
  const survey = print(surveyFields(draft, now), [draft.image]);
  const options = print(
    optionFields(draft),
    draft.options.map((option) => option.image),
  );
  try {
    if (surveyId === null || answered.survey !== survey) {
      const body = { ...surveyFields(draft, now), image, draft_key: draft.key };
      const { item } = await call("POST /api/auth/surveys", {
        body,
        onProgress: progress(0),
        signal,
      });
      surveyId = item.id;
      answered = { survey, options: item.id === draft.sent.surveyId ? answered.options : "" };
      await around.record({ surveyId, ...answered });
    }
    if (answered.options !== options) {
      const id = surveyId;
      const data = optionFields(draft).map((fields, at) => ({
        ...fields,
        survey_id: id,
        image: pictures[at] ?? image,
      }));
      await call("POST /api/auth/surveys/options", {
        body: { data },
        onProgress: progress(1),
        signal,
      });
      await around.record({ surveyId, survey, options });
    }
  } catch (error) {
    // It is published already: only the answer was lost on the way.
    const isLocked = error instanceof ApiProblem && error.code === "survey_locked";
    if (!isLocked) throw error;
    surveyId ??= await findPublished(draft, call);
    if (surveyId === null) throw error;
  }
  progress(2)(0);
  const published = await call("PUT /api/auth/surveys/{id}/visibility", {
    params: { id: surveyId },
    body: { visibility: draft.visibility },
    signal,
  });
  return published.item;
}

/** What a call carries, as a text that differs when any of it, a picture included, differs. */
function print(fields: unknown, pictures: (Picture | null)[]): string {
  return JSON.stringify([fields, pictures]);
}

/** Of each call its share of all bytes; the last call, without any, is the last hundredth. */
function shares(onProgress: (share: number) => void, sizes: number[]) {
  const total = sizes.reduce((sum, size) => sum + size, 0) / 0.99;
  return (call: number) => {
    const before = sizes.slice(0, call).reduce((sum, size) => sum + size, 0);
    onProgress(before / total);
    return (sent: number) => onProgress((before + sent * (sizes[call] ?? 0)) / total);
  };
}

async function findPublished(draft: Draft, call: typeof callApi): Promise<number | null> {
  const { question } = draft;
  const { items } = await call("GET /api/auth/my/surveys", {});
  return items.find((own) => own.question === question.trim())?.id ?? null;
}

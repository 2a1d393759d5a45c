import type * as z from "zod";
import { addOptions, createSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Survey, Visibility } from "#contract/shapes/survey-shapes.ts";
import { type Api, succeed } from "./api.ts";
import type { Person } from "./people.ts";
import { PLAIN_PICTURE } from "./plain-picture.ts";

type SurveyForm = z.input<typeof createSurvey.body>;

export interface NewSurvey extends Partial<SurveyForm> {
  /** The options' contents. */
  options?: string[];
  visibility?: Visibility;
}

/** Makes publishing's first two calls; returns the draft's id. */
export async function draftSurvey(
  api: Api,
  owner: Person,
  { options = ["Çay", "Kahve"], visibility: _, ...form }: NewSurvey = {},
): Promise<number> {
  const image = new File([PLAIN_PICTURE], "resim.png", { type: "image/png" });
  const { token } = owner;
  const body = { question: "Sabah ne içersiniz?", category_id: 1, image, ...form };
  const { item } = await succeed(api.call(createSurvey, { token, body }));
  const data = options.map((content) => ({ survey_id: item.id, image, content }));
  await succeed(api.call(addOptions, { token, body: { data } }));
  return item.id;
}

/** A published survey, public unless `visibility` says otherwise. */
export async function publishSurvey(
  api: Api,
  owner: Person,
  survey: NewSurvey = {},
): Promise<Survey> {
  const id = await draftSurvey(api, owner, survey);
  const { item } = await succeed(
    api.call(setVisibility, {
      token: owner.token,
      params: { id },
      body: { visibility: survey.visibility ?? "public" },
    }),
  );
  return item;
}

/** Votes for the option at `index` in the survey's order. */
export async function voteFor(
  api: Api,
  voter: Person,
  survey: Survey,
  index: number,
): Promise<void> {
  const body = { survey_id: survey.id, survey_option_id: survey.options[index]?.id };
  await succeed(api.call(castVote, { token: voter.token, body }));
}

import * as z from "zod";
import { kindOf } from "#contract/ballots/ballots.ts";
import { addOptions, createSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { formId } from "#contract/shapes/shapes.ts";
import type { Voters } from "#contract/shapes/survey-shapes.ts";
import type { TileShape } from "#contract/tiles.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { requireCategory } from "#server/features/lookups/categories.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import { BY_OWNER } from "#server/features/surveys/moderated-surveys.writes.ts";
import {
  admitFor,
  requireSurvey,
  requireSurveyFor,
} from "#server/features/surveys/survey-access.reads.ts";
import { surveyChanged } from "#server/features/surveys/survey-cache-keys.ts";
import { surveyTimes } from "#server/features/surveys/survey-times.ts";
import { readSurvey } from "#server/features/surveys/surveys.reads.ts";
import { setSurveyVisibility } from "#server/features/surveys/surveys.writes.ts";
import { isAdult, isDraft } from "#server/features/visibility/visibility.reads.ts";
import type { Member } from "#server/http/identity/viewer.ts";
import { uploadedPath } from "#server/http/routing/multipart.ts";
import type { Tile } from "#server/images/drawing/draw-tile.ts";
import { deleteImages, withStoredImages } from "#server/images/store/with-stored-images.ts";
import { mayChangeSurvey, mayPublishSurvey } from "../survey-policies.ts";
import { hasDraft, type NewDraft, replaceOptions, saveDraft } from "./drafts.writes.ts";

/** The three calls of publishing, each of which can be repeated (R49). */
export function publishingRoutes(context: AppContext): void {
  const { defineRoute, db, images, clock, config, mail, changed } = context;
  const publishing = {
    quotas: createQuotas(context),
    reviewFirst: config.reviewFirstSurveys,
  };

  defineRoute(createSurvey, async ({ body, viewer, request }) => {
    requireCategory(body.category_id);
    requireTest(body);
    if (body.adults_only) await requireAdult(db, viewer.id);
    const draft = {
      ...newDraft(body, viewer.id, clock.now()),
      verified_voters: isForVerified(body.voters) ? 1 : 0,
    };
    const pictures = [{ picture: pictureOf(body, body.question, "cover"), field: "image" }];
    const { id, replaced } = await withStoredImages(
      context,
      request.log,
      pictures,
      { preview: true, caller: `account ${viewer.id}` },
      ([image = ""]) => saveDraft(db, { ...draft, image }),
    );
    await deleteImages(images, request.log, replaced);
    return { item: { id } };
  });

  defineRoute(
    addOptions,
    async ({ body, viewer, request }) => {
      const id = await requireOneDraft(body.data, viewer);
      const pictures = body.data.map((option, i) => ({
        picture: pictureOf(option, option.content, "option"),
        field: `data.${i}.image`,
      }));
      const { replaced } = await withStoredImages(
        context,
        request.log,
        pictures,
        { preview: false, caller: `account ${viewer.id}` },
        (paths) => {
          const options = body.data.map(({ content }, i) => ({ content, image: paths[i] ?? "" }));
          return replaceOptions(db, id, options);
        },
      );
      await deleteImages(images, request.log, replaced);
      return { item: { id } };
    },
    { admitFile },
  );

  defineRoute(
    setVisibility,
    async ({ params, body, viewer }) => {
      await requireSurveyFor(db, params.id, viewer, mayPublishSurvey);
      await setSurveyVisibility(db, publishing, params.id, body.visibility, clock.now());
      changed(...surveyChanged(params.id));
      const survey = await requireSurvey(db, params.id, viewer);
      return { item: await readSurvey(db, survey, clock.now()) };
    },
    admitFor(db, mayPublishSurvey),
  );

  /** Without mail nobody can verify an address. */
  function isForVerified(voters: Voters = "verified"): boolean {
    return mail.on && (config.verifiedVotersRequired || voters === "verified");
  }

  /**
   * Files are stored only for the owner of the survey named in the form or, if none is named yet,
   * for people who have a draft.
   */
  async function admitFile({ body, viewer }: { body: Record<string, unknown>; viewer: Member }) {
    const named = Named.parse(body.data).filter((option) => option !== null);
    if (named.length === 0) return hasDraft(db, viewer.id);
    await requireOneDraft(named, viewer);
    return true;
  }

  /** Options are added to one draft of the viewer's own; if they name two, none is added (R51). */
  async function requireOneDraft(options: readonly { survey_id: number }[], viewer: Member) {
    const ids = [...new Set(options.map((option) => option.survey_id))];
    const surveys = await Promise.all(
      ids.map((id) => requireSurveyFor(db, id, viewer, mayChangeSurvey)),
    );
    const [survey, another] = surveys;
    if (!survey || another) {
      throw new ApiError("validation_failed", {
        fields: { "data.0.survey_id": "Bütün şıklar aynı ankete ait olmalıdır." },
      });
    }
    if (!isDraft(survey)) throw new ApiError("survey_locked");
    return survey.id;
  }
}

async function requireAdult(db: Database, userId: number): Promise<void> {
  if (await isAdult(db, userId)) return;
  throw new ApiError("validation_failed", {
    fields: { adults_only: "Bunu yalnızca 18 yaş ve üstü hesaplar seçebilir." },
  });
}

/** A test with questions is of type TEST, and its attempts stay as they were graded. */
function requireTest(form: z.output<typeof createSurvey.body>): void {
  const { ballot, type, vote_change, allows_no_opinion } = form;
  if (ballot !== "quiz") return;
  if (type !== "TEST") {
    throw new ApiError("validation_failed", {
      fields: { type: "Sorulu testin türü Test olmalı." },
    });
  }
  if (vote_change !== "fixed") {
    const fields = { vote_change: "Testlerde verilen yanıtlar değiştirilemez." };
    throw new ApiError("validation_failed", { fields });
  }
  if (allows_no_opinion) {
    const fields = { allows_no_opinion: "Testlerde “Fikrim yok” denemez." };
    throw new ApiError("validation_failed", { fields });
  }
}

/** The options received so far that name their survey. */
const Named = z.array(z.object({ survey_id: formId() }).nullable().catch(null)).default([]);

/** The uploaded picture, or the tile to use instead. Throws `image_missing`. */
function pictureOf(
  { image, tile }: { image?: unknown; tile?: number | undefined },
  title: string,
  shape: TileShape,
): string | Tile {
  return image === undefined && tile !== undefined
    ? { title, color: tile, shape }
    : uploadedPath(image);
}

type DraftForm = z.output<typeof createSurvey.body>;

function newDraft(form: DraftForm, owner: number, now: number): Omit<NewDraft, "image"> {
  const times = surveyTimes(
    {
      start: form.start_time === undefined ? null : Date.parse(form.start_time),
      end: form.expire_time == null ? null : Date.parse(form.expire_time),
    },
    now,
  );
  return {
    owner_id: owner,
    draft_key: form.draft_key ?? null,
    type: form.type,
    question: form.question,
    description: form.description,
    asked_by: form.asked_by || null,
    paid_by: form.paid_by || null,
    category_id: form.category_id,
    option_theme_id: form.option_theme_id,
    // Earlier releases know no other values: to them such results are shown after the vote.
    result_visibility: form.result_visibility === "before" ? "before" : "after",
    hidden_until_end: form.result_visibility === "end" ? 1 : 0,
    instant_results: form.instant_results ? 1 : 0,
    shuffled_options: form.option_order === "shuffled" ? 1 : 0,
    changeable_votes: form.vote_change === "until_end" ? 1 : 0,
    allows_no_opinion: form.allows_no_opinion ? 1 : 0,
    adults_only: form.adults_only ? BY_OWNER : 0,
    ballot: kindOf(form),
    min_choices: form.min_choices ?? null,
    max_choices: form.max_choices ?? null,
    ...times,
    created_at: now,
  };
}

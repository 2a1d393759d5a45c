import {
  getOwnAttempt,
  getScores,
  listQuizQuestions,
  setQuestions,
  submitAttempt,
} from "#contract/endpoints/quizzes.ts";
import { type Attempt, addsToTypes, type QuizAnswers } from "#contract/shapes/quiz-shapes.ts";
import { ApiError } from "#server/errors.ts";
import { requireResults } from "#server/features/results/results.reads.ts";
import {
  cachedForEverybody,
  type PublicSurvey,
  requireSurvey,
  requireSurveyCached,
  requireSurveyFor,
  type VisibleSurvey,
} from "#server/features/surveys/survey-access.reads.ts";
import { mayChangeSurvey, mayPractiseOnly } from "#server/features/surveys/survey-policies.ts";
import { isDraft, isHidden, surveyState } from "#server/features/visibility/visibility.reads.ts";
import { voterOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Member } from "#server/http/identity/viewer.ts";
import { uploadedPath } from "#server/http/routing/multipart.ts";
import { deleteImages, withStoredImages } from "#server/images/store/with-stored-images.ts";
import type { FeatureContext } from "../feature.ts";
import { grade } from "./grading.ts";
import {
  readAnswers,
  readAttempt,
  readKeyedQuestions,
  readOptionIds,
  readTypeText,
  toAttempt,
  toQuestions,
} from "./quizzes.reads.ts";
import { replaceQuestions } from "./quizzes.writes.ts";
import { readScores, takeScoreLook } from "./score-looks.writes.ts";

/** The form fields of a question's pictures. */
const PICTURES = ["image", "explanation_image"] as const;
const MIXED = "Bir testin soruları ya doğru şıklarla ya da sonuçlarla puanlanır.";
/** Names the option that counts a scored test's attempts. */
const FINISHED = "Testi bitirenler";

const questionsKey = ({ id }: PublicSurvey) => cacheKey(`survey:${id}:questions`);

export function quizRoutes(context: FeatureContext): void {
  const { defineRoute, db, images, clock, clientIpOf } = context;

  defineRoute(setQuestions, async ({ params, body, viewer, request }) => {
    await requireDraft(params.id, viewer);
    const questions = body.data.map(({ question }) => question);
    const first = questions.map(addsToTypes).findIndex((is, _, all) => is !== all[0]);
    if (first !== -1) {
      throw new ApiError("validation_failed", { fields: { [`data.${first}.question`]: MIXED } });
    }
    const uploads = body.data.flatMap((one, i) =>
      PICTURES.flatMap((name) => {
        const file = one[name];
        const field = `data.${i}.${name}`;
        return file === undefined ? [] : [{ picture: uploadedPath(file), field }];
      }),
    );
    const isScored = !questions.some(addsToTypes);
    const tile = {
      picture: { title: FINISHED, color: 0, shape: "option" as const },
      field: "data",
    };
    const replaced = await withStoredImages(
      context,
      request.log,
      isScored ? [...uploads, tile] : uploads,
      { preview: false, caller: `account ${viewer.id}` },
      (paths) => {
        const imageOf = new Map(uploads.map(({ field }, at) => [field, paths[at] ?? ""]));
        const keyed = questions.map((question, i) => ({
          ...question,
          image: imageOf.get(`data.${i}.image`) ?? null,
          explanationImage: imageOf.get(`data.${i}.explanation_image`) ?? null,
        }));
        const image = paths[uploads.length];
        const option = isScored && image ? { content: FINISHED, image } : undefined;
        const types = isScored ? [] : body.type_texts;
        return replaceQuestions(db, params.id, { questions: keyed, types, option });
      },
    );
    await deleteImages(images, request.log, replaced);
    return { item: { id: params.id } };
  });

  defineRoute(listQuizQuestions, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    if (surveyState(survey, clock.now()) === "scheduled") {
      throw new ApiError("survey_not_started");
    }
    return cachedForEverybody(context, survey, questionsKey, async () => ({
      items: toQuestions(await readKeyedQuestions(db.query, survey.id)),
    }));
  });

  defineRoute(submitAttempt, async ({ params, query, body, viewer, request }) => {
    const survey = await requireSurvey(db, params.id, viewer, query.davet);
    requireTakable(survey, clock.now());
    const { answers } = body;
    const questions = await readKeyedQuestions(db.query, survey.id);
    const graded = grade(questions, answers);
    if (!graded) throw new ApiError("answers_unfit");
    const optionIds = await readOptionIds(db, survey.id);
    const typeText = await readTypeText(db, survey.id, graded.type);
    const counts =
      viewer !== null && !body.practice && !mayPractiseOnly(viewer, survey, clock.now())
        ? await count(survey, viewer, {
            vote: {
              survey_id: survey.id,
              graded_option_id: optionIds[graded.type ?? 0] ?? 0,
              score: graded.score,
              answers: JSON.stringify(answers),
            },
            answers,
            highest: questions.length,
            address: clientIpOf(request.raw),
          })
        : false;
    return { item: toAttempt(graded, { questions, answers, optionIds, typeText, counts }) };
  });

  defineRoute(getOwnAttempt, async ({ params, query, viewer }) => {
    const survey = await requireSurvey(db, params.id, viewer, query.davet);
    if (!viewer) return { item: null };
    const item: Attempt | null = await readAttempt(db, survey.id, voterOfAccount(viewer.id));
    return { item };
  });

  defineRoute(getScores, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    const visible = await requireResults(db, survey, viewer, clock.now());
    const questions = await readKeyedQuestions(db.query, survey.id);
    return { item: await readScores(context, visible, questions.length, clock.now()) };
  });

  async function requireDraft(surveyId: number, viewer: Member): Promise<void> {
    const survey = await requireSurveyFor(db, surveyId, viewer, mayChangeSurvey);
    if (!isDraft(survey)) throw new ApiError("survey_locked");
    if (survey.ballot !== "quiz") throw new ApiError("not_a_quiz");
  }

  interface Counted {
    vote: Parameters<typeof context.castVote>[0];
    answers: QuizAnswers;
    highest: number;
    address: string;
  }

  /**
   * Counts an attempt unless the person already has one. Returns whether these answers are those of
   * the one that counts: a response that was lost can be asked for by sending them again.
   */
  async function count(
    survey: VisibleSurvey,
    viewer: Member,
    { vote, answers, highest, address }: Counted,
  ): Promise<boolean> {
    const voter = voterOf(viewer);
    const isCounted = async () => {
      const earlier = await readAnswers(db, survey.id, voter.id);
      return earlier && JSON.stringify(earlier) === JSON.stringify(answers);
    };
    const earlier = await isCounted();
    if (earlier !== undefined) return earlier;
    try {
      await context.castVote(vote, voter, address);
    } catch (error) {
      const isSecond = error instanceof ApiError && error.code === "already_voted";
      const meanwhile = isSecond ? await isCounted() : undefined;
      if (meanwhile === undefined) throw error;
      return meanwhile;
    }
    await takeScoreLook(context, survey, highest);
    return true;
  }
}

/** Throws unless somebody who sees the survey may take it as a test now, be it as practice. */
function requireTakable(survey: VisibleSurvey, now: number): void {
  if (survey.ballot !== "quiz") throw new ApiError("not_a_quiz");
  if (isDraft(survey)) throw new ApiError("survey_not_published");
  if (isHidden(survey)) throw new ApiError("survey_hidden");
  if (surveyState(survey, now) === "scheduled") throw new ApiError("survey_not_started");
}

import type { IncomingMessage } from "node:http";
import { listSurveyEdits } from "#contract/endpoints/survey-edits.ts";
import {
  closeSurvey,
  deleteSurvey as deleteSurveyCall,
  getFeaturedSurvey,
  getNextSurvey,
  getSurvey,
  listFeed,
  listSurveys,
  listUnanswered,
  updateSurvey,
} from "#contract/endpoints/surveys.ts";
import { hiddenPeople, type Member } from "#server/http/identity/viewer.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import type { FeatureContext } from "../feature.ts";
import { findFeatured } from "./featured-survey.reads.ts";
import { listFollowed, listNotVotedOn } from "./feeds.reads.ts";
import { findNext } from "./next-survey.reads.ts";
import { publishingRoutes } from "./publishing/publishing.routes.ts";
import {
  admitFor,
  cachedForEverybody,
  requireSurvey,
  requireSurveyCached,
  requireSurveyFor,
  type SurveyRow,
} from "./survey-access.reads.ts";
import {
  featuredSurveyKey,
  surveyChanged,
  surveyEditsKey,
  surveyKey,
  surveyListKey,
} from "./survey-cache-keys.ts";
import { withOptions } from "./survey-cards.reads.ts";
import { changeSurvey } from "./survey-changes.writes.ts";
import { listEdits } from "./survey-edits.reads.ts";
import { listActive } from "./survey-lists.reads.ts";
import { mayChangeSurvey, mayDeleteSurvey, mayEndSurvey } from "./survey-policies.ts";
import { readSurvey } from "./surveys.reads.ts";
import { deleteSurvey, endSurvey } from "./surveys.writes.ts";
import { browserKind } from "./views/browser-kind.ts";
import { createViewCounter, type ViewerIdentity } from "./views/views.writes.ts";

const LONGEST_ADDRESS = 45;

export function surveyRoutes(context: FeatureContext): void {
  const {
    defineRoute,
    db,
    images,
    clock,
    config,
    cacheable,
    changed,
    backgroundTasks,
    deletionLog,
    clientIpOf,
  } = context;
  const countView = createViewCounter(db, clock);
  publishingRoutes(context);
  db.subscribe(
    "survey-changed",
    (id) => changed(...surveyChanged(Number(id))),
    () => changed("*"),
  );

  defineRoute(listSurveys, async ({ query }) =>
    cacheable(surveyListKey(query), async () =>
      withOptions(db, await listActive(db, query, clock.now())),
    ),
  );

  defineRoute(getFeaturedSurvey, async ({ viewer }) => {
    const readFeatured = async () => {
      const hidden = hiddenPeople(viewer);
      const survey = await findFeatured(db, config.featuredFile, clock.now(), hidden);
      return survey ? read(survey) : { item: null };
    };
    return viewer?.veil ? readFeatured() : cacheable(featuredSurveyKey, readFeatured);
  });

  defineRoute(listFeed, async ({ query, viewer }) =>
    withOptions(db, await listFollowed(db, viewer.id, query, clock.now())),
  );

  defineRoute(listUnanswered, async ({ query, viewer }) =>
    withOptions(db, await listNotVotedOn(db, viewer.id, query, clock.now())),
  );

  defineRoute(
    getSurvey,
    async ({ params, query, viewer }) => {
      const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
      return cachedForEverybody(context, survey, surveyKey, () => read(survey));
    },
    {
      isFrequent: true,
      onAnswered: ({ params, viewer, request }) => {
        if (!isView(request)) return;
        const counted = countView(params.id, viewer?.id ?? visitor(request));
        // After the response: a viewer neither waits for the count nor sees its failure.
        if (counted !== undefined) backgroundTasks.add(counted);
      },
    },
  );

  defineRoute(listSurveyEdits, async ({ params, query: { davet, ...paging }, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, davet);
    const read = () => listEdits(db, survey, paging);
    return cachedForEverybody(context, survey, surveyEditsKey(paging), read);
  });

  defineRoute(getNextSurvey, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer);
    const next = await findNext(db, survey, viewer, query.skip, clock.now());
    return next ? read(next) : { item: null };
  });

  defineRoute(
    updateSurvey,
    async ({ params, body, viewer }) => {
      await requireSurveyFor(db, params.id, viewer, mayChangeSurvey);
      const { expire_time: end } = body;
      const expire_time = end == null ? end : Date.parse(end);
      await changeSurvey(db, params.id, { ...body, expire_time }, clock.now());
      return readChanged(params.id, viewer);
    },
    admitFor(db, mayChangeSurvey),
  );

  defineRoute(
    closeSurvey,
    async ({ params, viewer }) => {
      await endSurvey(db, params.id, clock.now());
      return readChanged(params.id, viewer);
    },
    admitFor(db, mayEndSurvey),
  );

  defineRoute(
    deleteSurveyCall,
    async ({ params, request }) => {
      const imagePaths = await deletionLog.noting("survey", params.id, () =>
        deleteSurvey(context, params.id),
      );
      changed(...surveyChanged(params.id));
      await deleteImages(images, request.log, imagePaths);
      return null;
    },
    admitFor(db, mayDeleteSurvey),
  );

  const visitor = (request: IncomingMessage): ViewerIdentity => ({
    // If proxies are trusted blindly, it may be any text.
    network: networkOf(clientIpOf(request)).slice(0, LONGEST_ADDRESS),
    browser: browserKind(request.headers["user-agent"] ?? ""),
  });

  async function read(survey: SurveyRow) {
    return { item: await readSurvey(db, survey, clock.now()) };
  }

  async function readChanged(surveyId: number, viewer: Member) {
    changed(...surveyChanged(surveyId));
    return read(await requireSurvey(db, surveyId, viewer));
  }
}

/** Headers by which browsers say that nobody sees the response yet. */
const AHEAD_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Previews and pages rendered or loaded ahead are not views (R57). */
function isView({ method, headers }: IncomingMessage): boolean {
  const purposes = AHEAD_HEADERS.map((name) => String(headers[name] ?? "").toLowerCase());
  return (
    method === "GET" && !purposes.some((purpose) => /prefetch|prerender|preview/.test(purpose))
  );
}

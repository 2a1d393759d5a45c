import type { FastifyRequest } from "fastify";
import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { getTransparency } from "#contract/endpoints/staff.ts";
import type { AppContext } from "#server/app-context.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { deleteEndedNotifications } from "#server/features/notifications/ended.writes.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import { readStored } from "#server/features/sharing/pictures.ts";
import { requireSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import { FileAnswer } from "#server/http/routing/file-answer.ts";
import type { Outcome } from "./carried-out.writes.ts";
import { isOfSurvey, listCases, nextCase, readCase } from "./cases.reads.ts";
import { listOwnDecisions } from "./decisions.reads.ts";
import { decide, undo } from "./decisions.writes.ts";
import { moveWithheld, storePlaceholder } from "./move-pictures.ts";
import { object } from "./objections.writes.ts";
import { readViewers } from "./queue/case-viewers.reads.ts";
import { noteViewer } from "./queue/case-viewers.writes.ts";
import { writeRecord } from "./record.writes.ts";
import { report } from "./reports.writes.ts";
import { createTransparency } from "./transparency.reads.ts";
import { findWithheld } from "./withheld-pictures.reads.ts";

/** What puts a placeholder where a picture of a survey was. */
const PICTURE_ACTS: ReadonlySet<DecisionAct> = new Set(["hide", "remove_picture"]);
/** Of pictures as staff sees them, in pixels. */
const SHOWN_WIDTH = 640;

export function moderationRoutes(context: AppContext): void {
  const { defineRoute, cacheable, changed, db, clock, sessions, images } = context;
  const quotas = createQuotas(context);
  const finish = async ({ refreshed, reopened }: Outcome, { log }: FastifyRequest) => {
    refreshed.forEach(sessions.forget);
    changed("*");
    // A failure here loses nothing: maintenance goes on with it.
    await moveWithheld(context).catch((err: unknown) => log.error({ err }, "pictures not moved"));
    if (reopened !== undefined) await deleteEndedNotifications(db, reopened);
  };

  defineRoute(calls.reportTarget, async ({ body, viewer }) => {
    const { kind, id, reason, text = "" } = body;
    await (kind === "survey" ? requireSurvey(db, id, viewer) : requirePerson(db, id));
    await report(db, quotas, { reporterId: viewer.id, kind, id, reason, text }, clock.now());
    return null;
  });

  defineRoute(calls.listOwnDecisions, async ({ query, viewer }) =>
    listOwnDecisions(db, viewer.id, query, clock.now()),
  );

  defineRoute(calls.objectToDecision, async ({ params, body, viewer }) => {
    await object(db, { userId: viewer.id, id: params.id, text: body.text }, clock.now());
    return null;
  });

  defineRoute(cases.listCases, async ({ query, viewer }) =>
    listCases(db, { viewerId: viewer.id, now: clock.now() }, query),
  );

  defineRoute(cases.viewCase, async ({ params: { id }, viewer }) => {
    const looking = { viewerId: viewer.id, now: clock.now() };
    await noteViewer(db, { caseId: id, viewerId: viewer.id }, looking.now);
    return { items: (await readViewers(db, [id], looking)).get(id) ?? [] };
  });

  defineRoute(cases.getCase, async ({ params, viewer }) => {
    const now = clock.now();
    const { item, target } = await readCase(db, params.id, now);
    if (!target.isPublic)
      await transact(db, (tx) =>
        writeRecord(db, tx, {
          ...{ at: now, actor: viewer.id, act: "look", target: `${target.kind} ${target.id}` },
          ...{ reason: "", words: "" },
        }),
      );
    return { item };
  });

  defineRoute(cases.getCasePicture, async ({ params }) => {
    const path = await findWithheld(db, { caseId: params.id, id: params.picture });
    const file = path && (await readStored(images, path, SHOWN_WIDTH));
    if (!file) throw new ApiError("case_not_found");
    const name = `resim-${params.picture}.webp`;
    const etag = `"withheld-${params.picture}"`;
    return new FileAnswer({
      name,
      type: "image/webp",
      etag,
      make: async () => file,
      isPublic: false,
    });
  });

  defineRoute(cases.decideCase, async ({ params, body, viewer, prove, request }) => {
    const { version, act, also = [], reason, words, days, pictures: places = [] } = body;
    const acts = actsOf(act, also);
    const needsPlaceholder =
      acts.some((one) => PICTURE_ACTS.has(one)) && (await isOfSurvey(db, params.id));
    const placeholder = needsPlaceholder ? await storePlaceholder(context) : undefined;
    const { legal_request_id: legalRequestId } = body;
    const given = { version, acts, reason, words, days, places, placeholder, legalRequestId };
    const decision = { caseId: params.id, ...given };
    const staff = { id: viewer.id, prove };
    await finish(await decide(db, context, staff, decision, clock.now()), request);
    const looking = { viewerId: viewer.id, isAdmin: viewer.role === "admin", now: clock.now() };
    return { item: await nextCase(db, looking) };
  });

  defineRoute(cases.undoDecision, async ({ params, body, viewer, prove, request }) => {
    const { words } = body;
    const staff = { id: viewer.id, prove };
    await finish(await undo(db, context, staff, { id: params.id, words }, clock.now()), request);
    return null;
  });

  const readTransparency = createTransparency(db);
  defineRoute(getTransparency, () =>
    cacheable(cacheKey("transparency"), async () => ({ item: await readTransparency() })),
  );
}

/** Throws 422 where something would be done besides nothing. */
function actsOf(act: DecisionAct | "dismiss", also: readonly DecisionAct[]): DecisionAct[] {
  if (act !== "dismiss") return [...new Set([act, ...also])];
  if (also.length === 0) return [];
  const words = "Kurallara uygun bulunan bir şey için başka karar verilemez.";
  throw new ApiError("validation_failed", { fields: { also: words } });
}

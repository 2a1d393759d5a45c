import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import { getTransparency } from "#contract/endpoints/transparency.ts";
import type { AppContext } from "#server/app-context.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { deleteEndedNotifications } from "#server/features/notifications/ended.writes.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import { requireSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Outcome } from "./carried-out.writes.ts";
import { listCases, nextCase, readCase } from "./cases.reads.ts";
import { listOwnDecisions } from "./decisions.reads.ts";
import { decide, undo } from "./decisions.writes.ts";
import { object } from "./objections.writes.ts";
import { writeRecord } from "./record.writes.ts";
import { report } from "./reports.writes.ts";
import { createTransparency } from "./transparency.reads.ts";

export function moderationRoutes(context: AppContext): void {
  const { defineRoute, cacheable, db, clock, sessions } = context;
  const quotas = createQuotas(context);
  const finish = async ({ refreshed, reopened }: Outcome) => {
    refreshed.forEach(sessions.forget);
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

  defineRoute(calls.listCases, async ({ query }) => listCases(db, query));

  defineRoute(calls.getCase, async ({ params, viewer }) => {
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

  defineRoute(calls.decideCase, async ({ params, body, viewer, prove }) => {
    const { version, act, also = [], reason, words, days } = body;
    const acts = actsOf(act, also);
    const decision = { caseId: params.id, version, acts, reason, words, days };
    const staff = { id: viewer.id, prove };
    await finish(await decide(db, context, staff, decision, clock.now()));
    return { item: await nextCase(db) };
  });

  defineRoute(calls.undoDecision, async ({ params, body, viewer, prove }) => {
    const { words } = body;
    const staff = { id: viewer.id, prove };
    await finish(await undo(db, context, staff, { id: params.id, words }, clock.now()));
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

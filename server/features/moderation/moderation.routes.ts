import * as calls from "#contract/endpoints/moderation.ts";
import { getTransparency } from "#contract/endpoints/transparency.ts";
import type { AppContext } from "#server/app-context.ts";
import { transact } from "#server/db/transact.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import { createQuotas } from "#server/features/quotas/quotas.writes.ts";
import { requireSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
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
  const forget = (tokenHashes: readonly string[]) => tokenHashes.forEach(sessions.forget);

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
    const { version, act, reason, words, days } = body;
    const decision = { caseId: params.id, version, act, reason, words, days };
    forget(await decide(db, { id: viewer.id, prove }, decision, clock.now()));
    return { item: await nextCase(db) };
  });

  defineRoute(calls.undoDecision, async ({ params, body, viewer, prove }) => {
    const { words } = body;
    forget(await undo(db, { id: viewer.id, prove }, { id: params.id, words }, clock.now()));
    return null;
  });

  const readTransparency = createTransparency(db);
  defineRoute(getTransparency, () =>
    cacheable(cacheKey("transparency"), async () => ({ item: await readTransparency() })),
  );
}

import * as calls from "#contract/endpoints/moderation/queue.ts";
import type { AppContext } from "#server/app-context.ts";
import { escalateCase, returnCase } from "./escalations.writes.ts";
import { muteCase, unmuteCase } from "./mutes.writes.ts";
import { setReporterMuted } from "./reporters.writes.ts";
import { createSummary } from "./summary.reads.ts";

export function queueRoutes({ defineRoute, db, clock }: AppContext): void {
  const readSummary = createSummary(db, clock);
  defineRoute(calls.getQueueSummary, async () => ({ item: await readSummary() }));

  defineRoute(calls.muteCase, async ({ params, body, viewer, prove }) => {
    const { version, days, words } = body;
    const mute = { caseId: params.id, version, days, words };
    await muteCase(db, { id: viewer.id, prove }, mute, clock.now());
    return null;
  });

  defineRoute(calls.unmuteCase, async ({ params, viewer, prove }) => {
    await unmuteCase(db, { id: viewer.id, prove }, params.id, clock.now());
    return null;
  });

  defineRoute(calls.escalateCase, async ({ params, body, viewer }) => {
    await escalateCase(db, viewer, { caseId: params.id, ...body }, clock.now());
    return null;
  });

  defineRoute(calls.returnCase, async ({ params, viewer }) => {
    await returnCase(db, viewer, params.id, clock.now());
    return null;
  });

  defineRoute(calls.muteReporter, async ({ params, body, viewer, prove }) => {
    const mute = { reportId: params.id, isMuted: true, words: body.words };
    await setReporterMuted(db, { id: viewer.id, prove }, mute, clock.now());
    return null;
  });

  defineRoute(calls.unmuteReporter, async ({ params, viewer, prove }) => {
    const mute = { reportId: params.id, isMuted: false, words: "" };
    await setReporterMuted(db, { id: viewer.id, prove }, mute, clock.now());
    return null;
  });
}

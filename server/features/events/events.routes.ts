import { streamEvents } from "#contract/endpoints/events.ts";
import { streamNotifications } from "#contract/endpoints/notifications.ts";
import { streamResults } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { createUnreadCounter } from "#server/features/notifications/notifications.reads.ts";
import { createUnreadStreams } from "#server/features/notifications/unread-streams.ts";
import { createLiveResults } from "#server/features/results/live-results.ts";

export function eventRoutes(context: AppContext): void {
  const { defineRoute, db, eventStreams } = context;
  const sendUnread = createUnreadStreams(context, createUnreadCounter(db, context.clock));
  const watchResults = createLiveResults(context);

  // The one stream that a browser needs, whatever its tabs show (ADR-038).
  defineRoute(streamEvents, async ({ query, viewer, reading, request, reply }) => {
    const caller = { viewer, reading };
    const attachResults = await watchResults(query.surveys ?? [], caller, viewer === null);
    const stream = eventStreams.open(viewer, request, reply);
    if (!stream) return null;
    // Attached before the results, which may all be hidden: a stream ends with its last feed.
    const counted = viewer && sendUnread(stream, viewer.id);
    attachResults(stream);
    await counted;
    return null;
  });

  defineRoute(streamNotifications, async ({ viewer, request, reply }) => {
    const stream = eventStreams.open(viewer, request, reply);
    if (stream) await sendUnread(stream, viewer.id);
    return null;
  });

  defineRoute(streamResults, async ({ query, viewer, reading, request, reply }) => {
    const attach = await watchResults(query.surveys, { viewer, reading }, true);
    const stream = eventStreams.open(viewer, request, reply);
    if (stream) attach(stream);
    return null;
  });
}

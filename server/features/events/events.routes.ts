import { streamEvents } from "#contract/endpoints/events.ts";
import type { AppContext } from "#server/app-context.ts";
import type { SendUnread } from "#server/features/notifications/unread-streams.ts";
import type { WatchResults } from "#server/features/results/live-results.ts";

/** The one stream that a browser needs, whatever its tabs show (ADR-038). */
export function eventRoutes(
  { defineRoute, eventStreams }: Pick<AppContext, "defineRoute" | "eventStreams">,
  { sendUnread, watchResults }: { sendUnread: SendUnread; watchResults: WatchResults },
): void {
  defineRoute(streamEvents, async ({ query, viewer, request, reply }) => {
    const attachResults = await watchResults(query.surveys ?? [], viewer, viewer === null);
    const stream = eventStreams.open(viewer, request, reply);
    if (!stream) return null;
    // Attached before the results, which may all be hidden: a stream ends with its last feed.
    const counted = viewer && sendUnread(stream, viewer.id);
    attachResults(stream);
    await counted;
    return null;
  });
}

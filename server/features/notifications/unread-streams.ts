import type { AppContext } from "#server/app-context.ts";
import { type EventStream, eventText } from "#server/http/event-streams.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { EVERYBODY } from "./notifications.writes.ts";

interface Reader {
  stream: EventStream;
  /** Whether the count may have changed without a notice. */
  isStale: boolean;
  /** The last event sent, and the number of the count in it: a higher number is a newer count. */
  sent: string;
  sentNumber: number;
}

/** Sends a person's unread count to a stream as `unread`, at once and whenever it changes. */
type SendUnread = (stream: EventStream, userId: number) => Promise<void>;

/**
 * A person may have this many browsers; more are a mistake in a client. One more ends the oldest.
 */
const STREAMS_PER_PERSON = 8;

export function createUnreadStreams(
  { db }: Pick<AppContext, "db">,
  countUnread: (userId: number) => Promise<number>,
): SendUnread {
  const readers = new Map<number, Set<Reader>>();
  let counted = 0;
  measure({
    name: "kanaat_streams_open",
    help: "Open streams with the unread count",
    kind: "gauge",
    read: () => [...readers.values()].reduce((sum, own) => sum + own.size, 0),
  });

  const recountAll = () => {
    for (const own of readers.values()) for (const reader of own) reader.isStale = true;
  };
  // Every change comes as a notice, so most heartbeats need no query.
  db.subscribe(
    "notified",
    (people) => {
      if (people === EVERYBODY) return recountAll();
      for (const id of people.split(",").map(Number)) {
        for (const reader of readers.get(id) ?? []) void sendChange(reader, id);
      }
    },
    recountAll,
  );

  async function sendChange(reader: Reader, userId: number) {
    try {
      await sendCount(reader, userId, true);
    } catch (err) {
      // The browser reconnects and gets the count then, so nothing is missed.
      reader.stream.request.log.error({ err }, "unread count not sent");
      reader.stream.end();
    }
  }

  async function beat(reader: Reader, userId: number): Promise<boolean> {
    if (!reader.isStale) return false;
    reader.isStale = false;
    try {
      return await sendCount(reader, userId, false);
    } catch {
      // While the database is unreachable, the last count stands.
      reader.isStale = true;
      return false;
    }
  }

  /**
   * Returns whether anything was sent. A change is sent even if the count is the same: one
   * notification may have come and another gone.
   */
  async function sendCount(reader: Reader, userId: number, isChange: boolean): Promise<boolean> {
    counted += 1;
    const number = counted;
    const event = eventText("unread", await countUnread(userId));
    const earlier = reader.sent;
    // A count that was begun later may have returned earlier; it is the newer one.
    if (number > reader.sentNumber) Object.assign(reader, { sentNumber: number, sent: event });
    const isNews = isChange || reader.sent !== earlier;
    if (isNews) reader.stream.send(reader.sent);
    return isNews;
  }

  return async (stream, userId) => {
    const own = readers.get(userId) ?? new Set();
    readers.set(userId, own);
    const [oldest] = own;
    if (oldest && own.size >= STREAMS_PER_PERSON) {
      own.delete(oldest);
      oldest.stream.end();
    }
    const reader: Reader = { stream, isStale: false, sent: "", sentNumber: 0 };
    own.add(reader);
    stream.add({
      beat: () => beat(reader, userId),
      close() {
        own.delete(reader);
        if (own.size === 0 && readers.get(userId) === own) readers.delete(userId);
      },
    });
    await sendChange(reader, userId);
  };
}

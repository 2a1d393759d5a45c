import type { Call, FakeApi } from "./fake-api.ts";

export const STREAM = "GET /api/auth/events/stream";

interface OpenedStream {
  surveys: string;
  token: string | null;
  /** Whether the page still reads it. */
  isOpen: boolean;
  send(event: string, data: unknown): void;
  beat(): void;
}

/** Serves the event stream, and records the streams in the order in which they were opened. */
export function eventServer() {
  const streams: OpenedStream[] = [];
  const encoder = new TextEncoder();
  const open = () => streams.filter(({ isOpen }) => isOpen);

  function answer({ query, token }: Call<typeof STREAM>): ReadableStream<Uint8Array> {
    let write: (text: string) => void = () => undefined;
    const stream: OpenedStream = {
      surveys: query.surveys ?? "",
      token,
      isOpen: true,
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      beat: () => write(":\n\n"),
    };
    streams.push(stream);
    return new ReadableStream({
      start(controller) {
        write = (text) => stream.isOpen && controller.enqueue(encoder.encode(text));
      },
      cancel() {
        stream.isOpen = false;
      },
    });
  }
  const api: FakeApi = { [STREAM]: answer };
  return {
    api,
    streams,
    open,
    /** The surveys that each open stream carries. */
    surveys: () => open().map(({ surveys }) => surveys),
    /** Sends on all open streams, as the server does. */
    send(event: string, data: unknown) {
      for (const stream of streams) stream.send(event, data);
    },
    /** Sends a keep-alive on all streams. */
    beat() {
      for (const stream of streams) stream.beat();
    },
  };
}

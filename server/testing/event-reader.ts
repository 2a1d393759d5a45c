import type { Scope } from "./test-app.ts";

const BEAT = ":\n\n";

/** A test's reader of server-sent events; heartbeats are only counted. */
export interface EventReader {
  response: Response;
  /** Resolves to the text of the next event, undefined at the stream's end. */
  hear(): Promise<string | undefined>;
  beats(): number;
  leave(): void;
}

export async function openEvents(t: Scope, url: string, token?: string): Promise<EventReader> {
  const leave = new AbortController();
  const response = await fetch(url, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: leave.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  t.after(async () => leave.abort());
  let text = "";
  let beats = 0;
  async function hear(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n") + 2;
      const event = text.slice(0, end);
      text = text.slice(end);
      if (event === BEAT) beats += 1;
      else if (event) return event;
      if (event) continue;
      const piece = await reader?.read();
      if (!piece?.value) return undefined;
      text += piece.value;
    }
  }
  return { response, hear, beats: () => beats, leave: () => leave.abort() };
}

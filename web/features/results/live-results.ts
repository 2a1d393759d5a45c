import type { QueryClient } from "@tanstack/react-query";
import type { ResultsEvent } from "#contract/endpoints/votes.ts";
import { WATCHED_MAX } from "#contract/limits.ts";
import { createStream, whileVisible } from "#web/lib/api/event-stream.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { onSessionChange } from "#web/lib/session.ts";

/** Called with new results; with null where they may no longer be seen. */
type OnResults = (results: ResultsEvent | null) => void;

/** What the tabs of a browser tell each other. */
type Message =
  | { kind: "asks" }
  | { kind: "watches"; tab: string; surveys: string[] }
  | { kind: "tells"; event: string; data: string };

/** The name of the channel between tabs, and of the lock that the tab with the stream holds. */
const SHARED = "kanaat-results";
/** Tabs that were asked answer within it, and one stream is opened for all of them. */
const GATHER_MS = 50;
const tab = Math.random().toString(36).slice(2);

/** Who waits for results in this tab, by survey as the stream's address names it. */
const listeners = new Map<string, Set<OnResults>>();
let membership: { leave(): void; announce(): void } | undefined;

/**
 * Keeps a survey's fetched results as they are on the server while the page is visible. Answers a function
 * that stops it.
 */
export function keepLive(
  queryClient: QueryClient,
  surveyId: number,
  invitationCode: string | undefined,
): () => void {
  const queryKey = queryKeys.results(surveyId);
  const mutationKey = queryKeys.castVote;
  return watchResults(surveyId, invitationCode, (results) => {
    // A vote from here brings results of its own, which these may be older than.
    if (queryClient.isMutating({ mutationKey }) + queryClient.isFetching({ queryKey }) > 0) return;
    if (results) queryClient.setQueryData(queryKey, results);
    else void queryClient.invalidateQueries({ queryKey });
  });
}

/** All tabs of a browser share one stream, which one of them holds. */
function watchResults(
  surveyId: number,
  invitationCode: string | undefined,
  onResults: OnResults,
): () => void {
  const survey = invitationCode ? `${surveyId}:${invitationCode}` : `${surveyId}`;
  return whileVisible(() => {
    listeners.set(survey, (listeners.get(survey) ?? new Set()).add(onResults));
    membership ??= join();
    membership.announce();
    return () => {
      listeners.get(survey)?.delete(onResults);
      if (listeners.get(survey)?.size === 0) listeners.delete(survey);
      membership?.announce();
      if (listeners.size > 0) return;
      membership?.leave();
      membership = undefined;
    };
  });
}

/** Makes this one of the tabs that watch results: one holds the stream, the others wait to. */
function join() {
  const leaving = new AbortController();
  const { signal } = leaving;
  /** What other tabs watch, as far as this one has to know. */
  const elsewhere = new Map<string, string[]>();
  let isHolder = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let streamed = "";
  const stream = createStream("GET /api/auth/surveys/responses/stream", (event, data) => {
    hear(event, data);
    tell({ kind: "tells", event, data });
  });

  const channel = openChannel();
  const tell = (message: Message) => channel?.postMessage(message);
  channel?.addEventListener("message", ({ data: message }: MessageEvent<Message>) => {
    if (message.kind === "tells") hear(message.event, message.data);
    if (message.kind === "asks") tell({ kind: "watches", tab, surveys: [...listeners.keys()] });
    if (message.kind === "watches") {
      elsewhere.set(message.tab, message.surveys);
      gather();
    }
  });

  function hold(): Promise<void> {
    isHolder = true;
    tell({ kind: "asks" });
    gather();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  }

  function gather() {
    if (isHolder) gathering ??= setTimeout(openStream, GATHER_MS);
  }

  function openStream() {
    gathering = undefined;
    const all = new Set([...listeners.keys(), ...[...elsewhere.values()].flat()]);
    const surveys = [...all].slice(0, WATCHED_MAX).sort().join();
    if (surveys === streamed) return;
    streamed = surveys;
    stream.open({ surveys });
  }

  // Whoever is signed in now may see other results.
  const ignoreSession = onSessionChange(() => {
    streamed = "";
    gather();
  });
  signal.addEventListener("abort", () => {
    ignoreSession();
    clearTimeout(gathering);
    stream.close();
    channel?.close();
  });
  if (channel) navigator.locks.request(SHARED, { signal }, hold).catch(() => undefined);
  else void hold();

  return {
    leave: () => leaving.abort(),
    announce() {
      tell({ kind: "watches", tab, surveys: [...listeners.keys()] });
      gather();
    },
  };
}

/** Undefined where tabs cannot share: pages that came unencrypted have no locks, denied storage no channel. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return navigator.locks && new BroadcastChannel(SHARED);
  } catch {
    return undefined;
  }
}

function hear(event: string, data: string): void {
  const results: ResultsEvent | null = event === "results" ? JSON.parse(data) : null;
  const surveyId = results ? results.survey_id : Number(data);
  for (const [survey, waiting] of listeners) {
    if (Number.parseInt(survey, 10) !== surveyId) continue;
    for (const onResults of waiting) onResults(results);
  }
}

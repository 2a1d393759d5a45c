import { WATCHED_MAX } from "#contract/limits.ts";
import { createStream } from "#web/lib/api/event-stream.ts";
import { currentToken, onTokenChange } from "#web/lib/session.ts";

/** A part of a page that follows events. */
export interface EventListener {
  /** The survey whose results it follows, as the stream's address names it. */
  survey?: string;
  onEvent(event: string, data: string): void;
}

/** Messages between tabs. Some tabs may run an older release: a new format needs a new `NAME`. */
type Message =
  | { kind: "asks" }
  | { kind: "follows"; tab: string; surveys: string[]; isNew: boolean }
  | { kind: "passes"; event: string; data: string }
  | { kind: "beats" };

/** Prefix of the name of the tabs' channel, and of the lock held by the tab with the stream. */
const NAME = "kanaat-events-1";
/**
 * How long the holder collects what other tabs follow before it opens the stream. Surveys that come
 * later make it reopen the stream.
 */
const COLLECT_MS = 50;
/** How long the stream carries a survey nobody follows any more, as another often comes next. */
const EXCESS_MS = 5000;
const BEAT_MS = 20_000;
/** A holder that missed this many beats hangs, as in a print dialog; another tab takes the lock. */
const MISSED_BEATS = 3;

const listeners = new Set<EventListener>();
let membership: ReturnType<typeof join> | undefined;
let stopAttending: (() => void) | undefined;

/**
 * Follows the events of the one stream that all visible tabs of this browser and session share.
 * Returns a function that stops it. Nothing is missed: each new listener and each new holder
 * reopens the stream, and a stream begins with the current state.
 */
export function followEvents(listener: EventListener): () => void {
  listeners.add(listener);
  if (stopAttending) membership?.announce(true);
  else stopAttending = attend();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return membership?.announce(false);
    stopAttending?.();
    stopAttending = undefined;
  };
}

/** Keeps this tab a member while it is visible and running, with the current token. */
function attend(): () => void {
  const arrive = () => {
    if (!membership && !document.hidden) enter();
  };
  const onSight = () => (document.hidden ? leave() : arrive());
  const reactions: [EventTarget, string, () => void][] = [
    [document, "visibilitychange", onSight],
    [document, "freeze", leave],
    [document, "resume", arrive],
    [window, "pagehide", leave],
    [window, "pageshow", arrive],
    [window, "online", () => membership?.reopen()],
  ];
  for (const [target, event, react] of reactions) target.addEventListener(event, react);
  const ignoreTokens = onTokenChange(() => {
    if (membership && membership.token !== currentToken()) enter();
  });
  arrive();
  return () => {
    ignoreTokens();
    for (const [target, event, react] of reactions) target.removeEventListener(event, react);
    leave();
  };
}

function enter(steal = false): void {
  leave();
  membership = join(currentToken(), steal);
}

function leave(): void {
  membership?.leave();
  membership = undefined;
}

/** Joins the tabs that follow events: one holds the stream, the others wait for its lock. */
function join(token: string | null, steal: boolean) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const tab = Math.random().toString(36).slice(2);
  // Enough of the token to tell sessions apart, and too little to use it.
  const name = `${NAME} ${token?.slice(-12) ?? ""}`;
  /** The surveys that other tabs follow, latest last; known to the holder only. */
  const elsewhere = new Map<string, string[]>();
  let carried: ReadonlySet<string> = new Set();
  let opening: ReturnType<typeof setTimeout> | undefined;
  let isHolder = false;
  let missedBeats = 0;

  const stream = createStream("GET /api/auth/events/stream", token, (event, data) => {
    hear(event, data);
    send({ kind: "passes", event, data });
  });
  let channel = openChannel(name);
  const send = (message: Message) => channel?.postMessage(message);

  function receive(message: Message) {
    if (message.kind === "follows") return isHolder && include(message);
    missedBeats = 0;
    if (message.kind === "passes") hear(message.event, message.data);
    if (message.kind === "asks") announce(false);
  }

  function include({ tab, surveys, isNew }: Message & { kind: "follows" }) {
    elsewhere.delete(tab);
    elsewhere.set(tab, surveys);
    update(isNew);
  }

  /** `isNew`: a listener was added that still needs the current state. */
  function announce(isNew: boolean) {
    send({ kind: "follows", tab, surveys: [...ownSurveys()], isNew });
    if (isHolder) update(isNew);
  }

  async function hold() {
    // The lock may be granted while the tab leaves.
    if (signal.aborted) return;
    isHolder = true;
    send({ kind: "asks" });
    update(true);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }

  function update(isNew: boolean) {
    const surveys = surveysOfAll();
    const isCarried = [...surveys].every((survey) => carried.has(survey));
    if (isNew || !isCarried) openAfter(COLLECT_MS);
    else if (surveys.size < carried.size) opening ??= setTimeout(open, EXCESS_MS);
  }

  function surveysOfAll(): Set<string> {
    const others = [...elsewhere.values()].reverse().flat();
    return new Set([...new Set([...ownSurveys(), ...others])].slice(0, WATCHED_MAX));
  }

  function openAfter(ms: number) {
    clearTimeout(opening);
    opening = setTimeout(open, ms);
  }

  function open() {
    opening = undefined;
    carried = surveysOfAll();
    stream.open({ surveys: [...carried].sort().join() });
  }

  function beat() {
    if (isHolder) return send({ kind: "beats" });
    missedBeats += 1;
    if (missedBeats > MISSED_BEATS) enter(true);
  }

  function onLockLost(error: unknown) {
    if (signal.aborted) return;
    // Another tab took it. Any other error means that this page may not use locks.
    if (error instanceof DOMException && error.name === "AbortError") return enter();
    channel?.close();
    channel = undefined;
    void hold();
  }

  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  const beating = channel && setInterval(beat, BEAT_MS);
  if (channel)
    navigator.locks.request(name, steal ? { steal } : { signal }, hold).catch(onLockLost);
  else void hold();
  announce(true);

  return {
    token,
    announce,
    reopen: () => isHolder && openAfter(COLLECT_MS),
    leave() {
      clearInterval(beating);
      clearTimeout(opening);
      stream.close();
      send({ kind: "follows", tab, surveys: [], isNew: false });
      channel?.close();
      leaving.abort();
    },
  };
}

/** Undefined where tabs cannot share: unencrypted pages have no locks, denied storage no channel. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return navigator.locks && new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

function ownSurveys(): Set<string> {
  return new Set([...listeners].flatMap(({ survey }) => survey ?? []));
}

function hear(event: string, data: string): void {
  for (const { onEvent } of [...listeners]) onEvent(event, data);
}

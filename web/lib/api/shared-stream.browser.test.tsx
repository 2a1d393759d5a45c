import { afterEach, describe, expect, test, vi } from "vitest";
import { eventServer } from "#web/testing/event-streams.ts";
import { answerCalls } from "#web/testing/fake-api.ts";
import { signInWith } from "#web/testing/fixtures.ts";
import { holdTime, letPass } from "#web/testing/time.ts";
import type { EventListener } from "./shared-stream.ts";

const VISITORS = "kanaat-events-1 ";
let tabs = 0;
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

/** Another tab of this browser: a copy of the code, with the same locks, channels and session. */
async function openTab() {
  tabs += 1;
  const address = `./shared-stream.ts?tab=${tabs}`;
  const { followEvents }: typeof import("./shared-stream.ts") = await import(
    /* @vite-ignore */ address
  );
  const heard: string[] = [];
  function follow(survey?: string) {
    const listener: EventListener = { onEvent: (event, data) => heard.push(`${event} ${data}`) };
    const stop = followEvents({ ...listener, ...(survey && { survey }) });
    stops.push(stop);
    return stop;
  }
  return { follow, heard };
}

function startServer() {
  const server = eventServer();
  answerCalls(server.api);
  return { ...server, opened: () => server.streams.length };
}

/** Holds a lock as a hanging tab does: it sends no beats and does not release the lock. */
async function hangWithLock(name: string, options: LockOptions = {}) {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: mayLetGo, resolve: letGo } = Promise.withResolvers<void>();
  const lost = navigator.locks
    .request(name, options, () => {
      hold();
      return mayLetGo;
    })
    .catch((error: DOMException) => error.name);
  await isHeld;
  return { letGo, lost };
}

describe("tabs of one browser", () => {
  test("share one stream with what each of them follows, and all receive it (R367)", async () => {
    const { surveys, send } = startServer();
    const [first, second, third] = [await openTab(), await openTab(), await openTab()];
    first.follow("5");
    await expect.poll(surveys).toEqual(["5"]);
    second.follow("7:code");
    third.follow("5");
    await expect.poll(surveys).toEqual(["5,7:code"]);
    send("results", 1);
    for (const { heard } of [first, second, third]) {
      await expect.poll(() => heard).toEqual(["results 1"]);
    }
  });

  test("have it opened again for one that joins, which so gets everything as it is (R369)", async () => {
    const { surveys, opened, streams } = startServer();
    const [first, second] = [await openTab(), await openTab()];
    first.follow("5");
    await expect.poll(surveys).toEqual(["5"]);
    second.follow("5");
    await expect.poll(opened).toBe(2);
    await expect.poll(surveys).toEqual(["5"]);
    streams[1]?.send("results", 2);
    await expect.poll(() => second.heard).toEqual(["results 2"]);
  });

  test("carry on where the one with the stream closes (R368)", async () => {
    const { surveys, send } = startServer();
    const [first, second, third] = [await openTab(), await openTab(), await openTab()];
    const close = first.follow("5");
    await expect.poll(surveys).toEqual(["5"]);
    second.follow("6");
    third.follow("7");
    await expect.poll(surveys).toEqual(["5,6,7"]);
    close();
    await expect.poll(surveys).toEqual(["6,7"]);
    send("results", 3);
    for (const { heard } of [second, third]) await expect.poll(() => heard).toEqual(["results 3"]);
    expect(first.heard).toEqual([]);
  });

  test("drop a survey from the stream some seconds after the last one stopped following it (R367)", async () => {
    const { surveys, opened } = startServer();
    holdTime();
    const [first, second] = [await openTab(), await openTab()];
    first.follow();
    await expect.poll(surveys).toEqual([""]);
    const stop = second.follow("5");
    second.follow();
    await expect.poll(surveys).toEqual(["5"]);
    const before = opened();
    stop();
    await letPass(4000);
    expect(opened()).toBe(before);
    await letPass(2000);
    await expect.poll(surveys).toEqual([""]);
  });

  test("are served too where they reply late, with at most eight surveys, the latest ones (R367)", async () => {
    const { surveys } = startServer();
    const tab = await openTab();
    tab.follow("10");
    await expect.poll(surveys).toEqual(["10"]);
    const others = new BroadcastChannel(VISITORS);
    for (let id = 11; id < 20; id++) {
      others.postMessage({ kind: "follows", tab: `${id}`, surveys: [`${id}`], isNew: false });
    }
    await expect.poll(surveys).toEqual(["10,13,14,15,16,17,18,19"]);
    others.close();
  });

  test("take the stream from one that hangs, and from no other (R368)", async () => {
    holdTime();
    const { surveys, opened, beat } = startServer();
    const { lost } = await hangWithLock(VISITORS);
    const tab = await openTab();
    tab.follow("5");
    await letPass(70_000);
    expect(opened()).toBe(0);
    const second = await openTab();
    second.follow("6");
    await letPass(20_000);
    await expect.poll(surveys).toEqual(["5,6"]);
    expect(await lost).toBe("AbortError");
    // Longer than a hanging tab keeps the stream, with a server that sends something meanwhile.
    const before = opened();
    for (let passed = 0; passed < 150; passed += 30) {
      beat();
      await letPass(30_000);
    }
    expect(opened()).toBe(before);
  });

  test("close a stream that another tab has taken over, and wait for it (R368)", async () => {
    const { surveys, opened } = startServer();
    const tab = await openTab();
    tab.follow("5");
    await expect.poll(surveys).toEqual(["5"]);
    const { letGo } = await hangWithLock(VISITORS, { steal: true });
    await expect.poll(surveys).toEqual([]);
    letGo();
    await expect.poll(surveys).toEqual(["5"]);
    expect(opened()).toBe(2);
  });
});

describe("the stream and the session", () => {
  test("belong to one person: another's tabs open their own and receive nothing of it (R367)", async () => {
    const { streams, open } = startServer();
    signInWith("token-of-ayse");
    const [first, second] = [await openTab(), await openTab()];
    first.follow();
    await expect.poll(open).toHaveLength(1);
    // Somebody else signs in in another tab, and this one has not heard of it yet.
    localStorage.setItem("token", "token-of-fatma");
    second.follow();
    await expect.poll(open).toHaveLength(2);
    expect(streams.map(({ token }) => token)).toEqual(["token-of-ayse", "token-of-fatma"]);
    streams[0]?.send("unread", 1);
    streams[1]?.send("unread", 2);
    await expect.poll(() => first.heard).toEqual(["unread 1"]);
    await expect.poll(() => second.heard).toEqual(["unread 2"]);
  });

  test("end together in every tab, by a logout in any of them (R367)", async () => {
    const { open } = startServer();
    signInWith("token-of-a-person");
    const [first, second] = [await openTab(), await openTab()];
    first.follow("5");
    second.follow("6");
    await expect.poll(() => open().map(({ surveys }) => surveys)).toEqual(["5,6"]);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
    await expect
      .poll(() => open().map(({ surveys, token }) => ({ surveys, token })))
      .toEqual([{ surveys: "5,6", token: null }]);
  });

  test("continue with the token that replaces another (R367)", async () => {
    const { open } = startServer();
    signInWith("token-of-a-person");
    const tab = await openTab();
    tab.follow();
    await expect.poll(open).toHaveLength(1);
    localStorage.setItem("replaced-token", "token-of-a-person");
    localStorage.setItem("token", "token-of-the-same");
    window.dispatchEvent(
      new StorageEvent("storage", { key: "token", newValue: "token-of-the-same" }),
    );
    await expect.poll(() => open().map(({ token }) => token)).toEqual(["token-of-the-same"]);
  });
});

describe("a page", () => {
  const see = (isHidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  for (const { state, go, comeBack } of [
    { state: "out of sight", go: () => see(true), comeBack: () => see(false) },
    {
      state: "that is frozen",
      go: () => document.dispatchEvent(new Event("freeze")),
      comeBack: () => document.dispatchEvent(new Event("resume")),
    },
    {
      state: "that the browser keeps for Back",
      go: () => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })),
      comeBack: () =>
        window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    },
  ]) {
    test(`${state} neither holds the stream nor waits for it, and joins when it is back (R368)`, async () => {
      const { surveys } = startServer();
      const tab = await openTab();
      tab.follow("5");
      await expect.poll(surveys).toEqual(["5"]);
      go();
      await expect.poll(surveys).toEqual([]);
      await expect
        .poll(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
        .not.toContain(VISITORS);
      comeBack();
      await expect.poll(surveys).toEqual(["5"]);
    });
  }

  test("that finds its network again opens the stream again at once (R369)", async () => {
    const { surveys, opened } = startServer();
    const tab = await openTab();
    tab.follow("5");
    await expect.poll(surveys).toEqual(["5"]);
    window.dispatchEvent(new Event("online"));
    await expect.poll(opened).toBe(2);
    await expect.poll(surveys).toEqual(["5"]);
  });

  for (const { state, deny } of [
    {
      state: "without locks",
      deny: () => vi.spyOn(navigator, "locks", "get").mockReturnValue(undefined as never),
    },
    {
      state: "that may use no locks",
      deny: () =>
        vi
          .spyOn(navigator.locks, "request")
          .mockImplementation(() => Promise.reject(new DOMException("denied", "SecurityError"))),
    },
    {
      state: "that may use no channels",
      deny: () =>
        vi.stubGlobal("BroadcastChannel", () => {
          throw new DOMException("denied", "SecurityError");
        }),
    },
  ]) {
    test(`${state} has a stream of its own while it is in sight (R368)`, async () => {
      const { open, surveys, send } = startServer();
      deny();
      const [first, second] = [await openTab(), await openTab()];
      first.follow("5");
      second.follow("6");
      await expect.poll(open).toHaveLength(2);
      send("results", 4);
      for (const { heard } of [first, second]) {
        await expect.poll(() => heard).toContain("results 4");
      }
      see(true);
      await expect.poll(surveys).toEqual([]);
      see(false);
      await expect.poll(open).toHaveLength(2);
    });
  }
});

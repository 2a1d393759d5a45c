import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { testApp } from "#server/testing/test-app.ts";
import { runServiceWorker } from "./service-worker.ts";

const kanaat = await testApp({ after });
const get = (url: string, headers = {}) => kanaat.app.inject({ url, headers });

it("the manifest names pages, and icons of the sizes it says (R528)", async () => {
  const answer = await get("/manifest.webmanifest");
  assert.equal(answer.headers["content-type"], "application/manifest+json; charset=utf-8");
  const { icons, shortcuts, start_url } = answer.json();
  assert.deepEqual(icons.map((icon: { purpose: string }) => icon.purpose).sort(), [
    ...["any", "any", "maskable", "monochrome"],
  ]);
  for (const { src, sizes } of [
    ...icons,
    { src: "/icons/apple-touch-icon.png", sizes: "180x180" },
  ]) {
    const { width, height } = await sharp((await get(src)).rawPayload).metadata();
    assert.equal(`${width}x${height}`, sizes, src);
  }
  const urls = shortcuts.map(({ url }: { url: string }) => url);
  assert.deepEqual(
    [start_url, ...urls],
    ["/feed", "/survey/create", "/discovery", "/notifications"],
  );
});

it("the page for times without a connection needs nothing but itself (R529)", async () => {
  const { body, headers } = await get("/offline.html");
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  assert.ok(`${headers["content-security-policy"]}`.includes(`style-src 'sha256-${hash}'`));
  assert.doesNotMatch(body, /src=|href="[^"]|url\(|@import/);
});

it("browsers ask for a new worker each time, and get it again only where it changed", async () => {
  const first = await get("/service-worker.js");
  assert.equal(first.headers["cache-control"], "public, no-cache");
  const again = await get("/service-worker.js", { "if-none-match": first.headers.etag });
  assert.deepEqual([again.statusCode, again.body], [304, ""]);
});

/** Runs the worker's text as browsers do, with what it uses of them. */
async function startWorker(text: string, stores = new Map<string, Map<string, Response>>()) {
  type Listener = (event: Record<string, unknown>) => void;
  const listeners = new Map<string, Listener>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  let page: ((url: string) => Promise<Response>) | undefined;
  const scope = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    caches: {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map();
        stores.set(name, store);
        return {
          add: async (url: string) => {
            const { body, headers } = await get(url);
            store.set(
              url,
              new Response(body, { headers: { "content-type": `${headers["content-type"]}` } }),
            );
          },
        };
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (url: string) =>
        [...stores.values()]
          .map((store) => store.get(url))
          .find(Boolean)
          ?.clone(),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () => [],
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
    },
  };
  const load = (request: { url: string }) =>
    page?.(request.url) ?? Promise.reject(new TypeError("offline"));
  new Function("self", "fetch", text)(scope, load);
  const fire = async (name: string, event: object = {}): Promise<unknown> => {
    let work: Promise<unknown> = Promise.resolve();
    const keep = (given: Promise<unknown>) => {
      work = given;
    };
    listeners.get(name)?.({ ...event, waitUntil: keep, respondWith: keep });
    return work;
  };
  await fire("install");
  await fire("activate");
  return {
    stores,
    shown,
    opened,
    fire,
    connect: (to: typeof page) => {
      page = to;
    },
    visit: (url: string, mode = "navigate") =>
      fire("fetch", {
        request: { url, mode },
        preloadResponse: Promise.resolve(undefined),
      }) as Promise<Response>,
  };
}

describe("the service worker", async () => {
  const { body: text } = await get("/service-worker.js");

  it("is the text of a function that uses nothing from around it", () => {
    assert.ok(text.startsWith(`(${runServiceWorker})(self, {"version":`));
  });

  it("shows its page where a page cannot be loaded, and the page once it can (R529)", async () => {
    const worker = await startWorker(text);
    const page = await worker.visit("/surveys/1");
    assert.match(await page.text(), /Bağlantınız yok/);
    worker.connect(async (url) => new Response(url));
    assert.equal(await (await worker.visit("/surveys/1")).text(), "/surveys/1");
  });

  it("keeps nothing but that page, and leaves all other requests alone (R529)", async () => {
    const worker = await startWorker(text);
    worker.connect(async (url) => new Response(url));
    await worker.visit("/account");
    for (const mode of ["cors", "no-cors", "same-origin"]) {
      assert.equal(await worker.visit("/api/auth/account/my", mode), undefined);
    }
    assert.deepEqual(
      [...worker.stores.values()].flatMap((store) => [...store.keys()]),
      ["/offline.html"],
    );
  });

  it("drops what an earlier release kept (R529)", async () => {
    const { stores } = await startWorker(text);
    const [before] = stores.keys();
    const next = await startWorker(text.replace('"version":"', '"version":"next '), stores);
    assert.deepEqual([...next.stores.keys()], [`next ${before}`]);
  });

  it("shows a push message, and opens its page when it is pressed (R521)", async () => {
    const worker = await startWorker(text);
    const message = { title: "Günün sorusu", body: "Çay mı?", url: "/surveys/1", tag: "question" };
    await worker.fire("push", { data: { json: () => message } });
    const icon = "/icons/badge-96.png";
    const { url, ...words } = message;
    assert.deepEqual(worker.shown, [{ ...words, icon, badge: icon, lang: "tr", data: { url } }]);
    await worker.fire("notificationclick", {
      notification: { data: { url }, close: () => undefined },
    });
    assert.deepEqual(worker.opened, [url]);
  });
});

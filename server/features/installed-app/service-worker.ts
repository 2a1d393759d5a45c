/** What the worker uses of its global scope, in browsers. */
interface WorkerScope {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  caches: {
    open(name: string): Promise<{ add(url: string): Promise<void> }>;
    keys(): Promise<string[]>;
    delete(name: string): Promise<boolean>;
    match(url: string): Promise<Response | undefined>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
  };
}

interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
  install: Extendable;
  activate: Extendable;
  fetch: {
    request: Request;
    preloadResponse: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  };
  push: Extendable & { data: { json(): Record<string, string> } };
  notificationclick: Extendable & {
    notification: { data: { url: string }; close(): void };
  };
}

/**
 * The service worker: browsers get this function's text, so it uses nothing from around it. It keeps
 * only the page for times without a connection, so that nothing private is kept, and no page or
 * asset of an earlier release is ever shown.
 */
export function runServiceWorker(
  scope: WorkerScope,
  { version, offline, icon }: { version: string; offline: string; icon: string },
): void {
  const { caches, clients, registration } = scope;

  scope.addEventListener("install", (event) => {
    const keep = async () => (await caches.open(version)).add(offline);
    event.waitUntil(keep().then(() => scope.skipWaiting()));
  });

  scope.addEventListener("activate", (event) => {
    const start = async () => {
      const old = (await caches.keys()).filter((name) => name !== version);
      await Promise.all(old.map((name) => caches.delete(name)));
      // Otherwise a page would wait for the worker to start.
      await registration.navigationPreload?.enable();
      await clients.claim();
    };
    event.waitUntil(start());
  });

  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.mode !== "navigate") return;
    const load = async () => {
      try {
        return (await event.preloadResponse) ?? (await fetch(request));
      } catch (error) {
        const page = await caches.match(offline);
        if (!page) throw error;
        return page;
      }
    };
    event.respondWith(load());
  });

  scope.addEventListener("push", (event) => {
    const { title, body, url, tag } = event.data.json();
    const options = { body, tag, icon, badge: icon, lang: "tr", data: { url } };
    event.waitUntil(registration.showNotification(title ?? "", options));
  });

  scope.addEventListener("notificationclick", (event) => {
    const { notification } = event;
    notification.close();
    const open = async () => {
      const windows = await clients.matchAll({ type: "window" });
      const shown = windows.find((one) => new URL(one.url).pathname === notification.data.url);
      await (shown ? shown.focus() : clients.openWindow(notification.data.url));
    };
    event.waitUntil(open());
  });
}

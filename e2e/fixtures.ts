import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance, type Engine } from "#testing/instance.ts";
import type { Person } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";

export { expect };

interface Fixtures {
  /** Prepares state through the public API. */
  api: Api;
  /** Signs a person in, in this test's browser. */
  login: (person: Person) => Promise<void>;
  restartServer: () => Promise<void>;
  noErrorsOnThePage: undefined;
}

interface WorkerFixtures {
  engine: Engine;
  /** The built product, but for the cost of passwords: one for every worker, with data of its own. */
  server: ServerProcess;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ["sqlite", { option: true, scope: "worker" }],

  server: [
    async ({ engine }, use) => {
      const instance = await createInstance(engine);
      const server = new ServerProcess(instance, {
        preload: "./testing/cheap-work.ts",
        env: { METRICS_PORT: "0" },
      });
      await server.start();
      await use(server);
      await server.stop();
      await instance.atEnd.disposeAsync();
    },
    { scope: "worker" },
  ],

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForHydration(page);
    await use(page);
  },
  baseURL: async ({ server }, use) => use(server.url),
  api: async ({ server }, use) => use(createApi(server.url, fetch)),
  restartServer: async ({ server }, use) => use(() => server.restart()),
  login: async ({ page, baseURL }, use) => use((person) => login(page, person, `${baseURL}`)),
  noErrorsOnThePage: [noErrorsOnThePage, { auto: true }],
});

/** A further tab of a context, which waits after `goto` and `reload` as the fixture `page` does. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  waitForHydration(page);
  return page;
}

/**
 * Fails where a message is on the screen now. Messages go away by themselves, so that an assertion
 * which waits for their absence could not fail.
 */
export async function expectNoMessage(message: Locator): Promise<void> {
  expect(await message.allInnerTexts()).toEqual([]);
}

/** Makes `goto` and `reload` wait until presses are handled, unless called with `waitUntil`. */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await page.waitForFunction(isHydrated);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await page.waitForFunction(isHydrated);
    return answer;
  };
}

/**
 * Runs in the browser: the page has done what it does by itself when it opens, so that what is not
 * shown now will not be, and React has hydrated every control.
 */
function isHydrated(): boolean {
  const { auth, hydrated } = document.documentElement.dataset;
  // Only what the product's pages render is marked by their first script.
  if (!auth) return true;
  // Effects have run; the marks of elements come before them.
  if (hydrated === undefined) return false;
  const controls = document.querySelectorAll("button, input, select, textarea");
  return [...controls].every((control) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps")),
  );
}

async function login(page: Page, person: Person, origin: string): Promise<void> {
  const { token, expires_at } = person;
  if (page.url() === "about:blank") {
    const localStorage = Object.entries({ token, expires_at }).map(([name, value]) => ({
      name,
      value,
    }));
    await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
    return;
  }
  // A page without scripts, so that nothing of the product runs while the storage changes.
  await page.goto("/healthz");
  await page.evaluate((session) => Object.assign(localStorage, session), { token, expires_at });
}

/** Uncaught errors, refusals of the content security policy, warnings of a failed hydration. */
async function noErrorsOnThePage(
  { page }: { page: Page },
  use: (nothing: undefined) => Promise<void>,
) {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // The browser's own line about an answer of 400 and above is no fault of the page.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) errors.push(message.text().slice(0, 300));
  });
  await use(undefined);
  expect(errors, "errors on the page").toEqual([]);
}

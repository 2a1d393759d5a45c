import type { Locator, Page } from "@playwright/test";
import { HOUR_MS } from "#contract/durations.ts";
import type { Api } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

/** When the page was first seen, and when its first code was asked for, in ms since it was opened. */
const seenAndAsked = (page: Page) =>
  page.evaluate(() => ({
    seen: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    asked: Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    ),
  }));

test("the text is there before the code is requested", async ({ page }) => {
  await page.goto("/discovery");
  const { seen, asked } = await seenAndAsked(page);
  expect(asked).toBeGreaterThanOrEqual(seen);
});

/** Enough surveys to scroll through; answers an address of their own, whose document is a new one. */
async function someSurveys(api: Api): Promise<string> {
  const owner = await signUp(api);
  const word = `okunan${owner.id}`;
  for (let count = 0; count < 4; count += 1) await publishSurvey(api, owner, { question: word });
  return `/discovery?q=${word}`;
}

const widthOf = (picture: Locator) => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);

test("pictures below the window come after the code, and no card changes its size @layout", async ({
  page,
  api,
}) => {
  const address = await someSurveys(api);
  const { promise: mayRun, resolve: run } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await mayRun;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "load" });
  const cards = page.getByRole("article");
  const heights = () =>
    cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
  const pictureOf = (card: Locator) => card.locator("img").first();
  await expect.poll(() => widthOf(pictureOf(cards.first()))).not.toBe(0);
  // A frame has passed, and all were asked for that a frame asks for.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const before = await heights();
  expect(await widthOf(pictureOf(cards.nth(3)))).toBe(0);
  run();
  await expect.poll(() => widthOf(pictureOf(cards.nth(3)))).not.toBe(0);
  expect(await heights()).toEqual(before);
});

test("the code comes even where no paint is reported, as in a tab behind", async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  // Goes on only where the page hears what is pressed.
  await page.goto("/discovery");
  const { asked } = await seenAndAsked(page);
  expect(asked).toBeLessThan(Infinity);
});

test("what came with the document is not asked for again, out of the browser's store it is", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // For the browser, all that the server has dated is long past.
  await page.addInitScript((aheadMs) => {
    const now = Date.now;
    Date.now = () => now() + aheadMs;
  }, HOUR_MS);
  await page.goto("/discovery");
  await page.waitForFunction(() => "hydrated" in document.documentElement.dataset);
  expect(asked).not.toContain("/api/surveys");
  await page.goto("/about");
  const again = page.waitForRequest("**/api/surveys?*");
  await page.goBack();
  await again;
});

test("a page comes whole and at the place where it was left, before its code", async ({
  page,
  api,
}) => {
  const address = await someSurveys(api);
  await page.goto(address);
  await page.evaluate(() => scrollTo(0, 500));
  await page.route("**/*.js", () => undefined);
  const answer = await page.reload({ waitUntil: "load" });
  expect(await page.evaluate(() => scrollY)).toBe(500);
  // At a script browsers stop to paint what is there, and paint again what comes after it.
  const [beforeFooterEnds] = (await answer?.text())?.split("</footer>") ?? [];
  expect(beforeFooterEnds?.split("<body>")[1]).not.toContain("<script");
});

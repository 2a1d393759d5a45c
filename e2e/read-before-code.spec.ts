import type { Page } from "@playwright/test";
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

test("what one reads is there before the code is asked for", async ({ page }) => {
  await page.goto("/discovery");
  const { seen, asked } = await seenAndAsked(page);
  expect(asked).toBeGreaterThanOrEqual(seen);
});

test("the code comes even where no paint is told of, as in a tab behind @desk", async ({
  page,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  // Goes on only where the page hears what is pressed.
  await page.goto("/discovery");
  const { asked } = await seenAndAsked(page);
  expect(asked).toBeLessThan(Infinity);
});

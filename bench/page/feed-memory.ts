// How much of the browser's memory the feed keeps after 200 questions were scrolled through:
//   npm run bench:feed [-- --questions 200]
// The JavaScript heap and the document's nodes after a collection, by the DevTools protocol; at most 30 MB
// more than at the first question.
// Rules: R551.
import { parseArgs } from "node:util";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { findChromium } from "#testing/chromium.ts";
import { fillInstance } from "#testing/fill-instance.ts";
import { createInstance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";

const { values } = parseArgs({ options: { questions: { type: "string", default: "200" } } });
const QUESTIONS = Number(values.questions);
const MOST_MB = 30;
const PHONE = { viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true };

async function memoryOf(devtools: CDPSession): Promise<{ heapMB: number; nodes: number }> {
  // What a collection makes unreachable by finalizers goes with the next one.
  for (let i = 0; i < 3; i++) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heapMB: of("JSHeapUsedSize") / 1e6, nodes: of("Nodes") };
}

/** Scrolls by a window at a time until the question with this number is in it; returns how many there are. */
async function scrollTo(page: Page, number: number): Promise<number> {
  const places = page.getByRole("list", { name: "Sorular" }).locator(":scope > li");
  const goOn = page.getByRole("button", { name: "Devam Et" });
  const isReached = (place: Element) => place.getBoundingClientRect().top < innerHeight;
  for (let windows = 0; windows < 3 * number; windows++) {
    // At the end of a day's questions.
    if (await goOn.isVisible()) await goOn.click();
    await page.evaluate(() => scrollBy(0, innerHeight));
    await page.waitForTimeout(50);
    const loaded = await places.count();
    if (loaded >= number && (await places.nth(number - 1).evaluate(isReached))) return loaded;
  }
  return places.count();
}

const instance = await createInstance("sqlite");
const prepared = new ServerProcess(instance, { env: { LOG_LEVEL: "error" } });
await prepared.start();
await prepared.stop();
// Some of them are not offered: private, ended, drafts, the reader's own.
const [person] = await fillInstance(instance, 4 * QUESTIONS);
const server = new ServerProcess(instance, { env: { LOG_LEVEL: "error", RATE_LIMITS: "off" } });
await server.start();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
let grown = Number.NaN;
let scrolled = 0;
try {
  const context = await browser.newContext({ ...PHONE, locale: "tr-TR" });
  const page = await context.newPage();
  const session = { token: person?.token ?? "", expires_at: "2099-01-01T00:00:00Z" };
  await page.addInitScript((session) => Object.assign(localStorage, session), session);
  await page.goto(`${server.url}/feed`);
  const questions = page.getByRole("list", { name: "Sorular" });
  await questions.getByRole("radio").first().waitFor({ state: "attached" });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  const before = await memoryOf(devtools);
  scrolled = await scrollTo(page, QUESTIONS);
  const after = await memoryOf(devtools);
  grown = after.heapMB - before.heapMB;
  console.table({ "first question": before, [`after ${scrolled}`]: after });
  console.log(
    `${scrolled} questions: the heap grew by ${grown.toFixed(1)} MB of at most ${MOST_MB}, ` +
      `the document by ${after.nodes - before.nodes} nodes.`,
  );
} finally {
  await browser.close();
  await server.kill();
  await instance.atEnd.disposeAsync();
}
const isBroken = !(grown <= MOST_MB) || scrolled < QUESTIONS;
if (isBroken) console.error("BROKEN: the feed keeps too much, or ended too early");
process.exitCode = isBroken ? 1 : 0;

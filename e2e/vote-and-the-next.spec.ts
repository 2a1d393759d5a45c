import type { Locator, Page } from "@playwright/test";
import { logout } from "#contract/endpoints/account.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type Api, succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, expectNoMessage, test } from "./fixtures.ts";
import { step, walkAndPress, walkTo } from "./keyboard-steps.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

const OPTIONS = ["Çay", "Kahve", "Su", "Ayran", "Limonata", "Şalgam"];
const IN_A_ROW = 5;

/** Surveys of one author, the last one first, each with two votes for the second option. */
async function manySurveys(api: Api): Promise<Survey[]> {
  const [author, fan] = [await signUp(api), await signUp(api)];
  const surveys: Survey[] = [];
  for (let at = 1; at <= IN_A_ROW; at++) {
    const survey = await publishSurvey(api, author, {
      question: `${at}. soru, ${author.id}?`,
      options: OPTIONS,
      result_visibility: at % 2 === 0 ? "after" : "before",
    });
    for (const voter of [author, fan]) await voteFor(api, voter, survey, 1);
    surveys.unshift(survey);
  }
  return surveys;
}

const articleOf = (page: Page, { question }: Survey) =>
  page.getByRole("article", { name: question, exact: true });
/** Where the options stand in the document, however far a scroll has settled. */
const rowsOf = (article: Locator) =>
  article.evaluate((ballot: HTMLElement) => {
    const top = ballot.offsetTop - ballot.getBoundingClientRect().y;
    return [...ballot.querySelectorAll("label")].map((row) => {
      const { x, y, width, height } = row.getBoundingClientRect();
      return [x, y + top, width, height];
    });
  });
/** At once where it is, as `tap` may scroll before. */
async function touch(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() => control.evaluate((button) => button.getAnimations({ subtree: true }).length))
    .toBe(0);
  const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

const message = (article: Locator) => article.getByRole("status").filter({ hasText: "Oyunuz" });

test("a voter votes, sees the results and continues to the next survey, five times by thumb (R188, R190, R550) @phone @main", async ({
  page,
  api,
  login,
}) => {
  const surveys = await manySurveys(api);
  await login(await signUp(api));
  await page.goto(`/surveys/${surveys[0]?.id}`);
  for (const survey of surveys) {
    const article = articleOf(page, survey);
    await article.getByRole("radio", { name: "Kahve" }).tap();
    const before = await rowsOf(article);
    expect(before).toHaveLength(OPTIONS.length);
    const from = await page.evaluate(() => scrollY);
    await touch(page, article.getByRole("button", { name: "Oyla" }));
    const cast = article.getByRole("button", { name: "Oy Verildi" });
    await expect(cast).toBeInViewport({ ratio: 1 });
    await expect(message(article)).toBeInViewport({ ratio: 1 });
    await expect(message(article)).toContainText("Sizinle birlikte 3 kişi “Kahve” dedi.");
    const own = article.getByRole("radio", { name: "Kahve %100 3 Oy" });
    await expect(own).toBeChecked();
    await expect(own).toBeDisabled();
    await expect(article.getByRole("radio", { name: "Çay %0 0 Oy" })).not.toBeChecked();
    await expect(article.getByRole("button", { name: "Paylaş" }).last()).toBeInViewport();
    // Nothing has moved, and nothing had to be scrolled.
    const after = (await rowsOf(article)).flat();
    const moved = before.flat().map((place, at) => Math.abs(place - (after[at] ?? 0)));
    expect(Math.max(...moved)).toBeLessThan(1);
    expect(await page.evaluate(() => scrollY)).toBe(from);
    const messages = page.getByRole("region", { name: "Bildirim mesajları" });
    await expectNoMessage(messages.getByRole("listitem"));
  }
  expect(new URL(page.url()).pathname).toBe(`/surveys/${surveys[0]?.id}`);
  // Two taps from the last vote.
  await touch(page, page.getByRole("button", { name: "Paylaş" }).last());
  const whatsApp = page.getByRole("dialog").getByRole("link", { name: /WhatsApp/ });
  await expect(whatsApp).toBeInViewport({ ratio: 1 });
});

test("one survey after the other is voted on by keyboard alone, and the outcome is read out (R188)", async ({
  page,
  api,
  login,
}) => {
  const [first, second, third] = await manySurveys(api);
  if (!first || !second || !third) throw new Error("Too few surveys");
  await login(await signUp(api));
  await page.goto(`/surveys/${first.id}`);
  for (const [survey, next] of [
    [first, second],
    [second, third],
  ] as const) {
    const article = articleOf(page, survey);
    await expect(article.getByRole("group", { name: "Şıklar" })).toBeVisible();
    await walkTo(page, article.getByRole("radio", { name: "Çay" }));
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await walkAndPress(page, article.getByRole("button", { name: "Oyla" }));
    await expect(message(article)).toBeFocused();
    await expect(message(article)).toHaveText(
      "Oyunuz verildi. Sizinle birlikte 3 kişi “Kahve” dedi. Payı %100.",
    );
    await expect(page.getByRole("region", { name: "Sıradaki anket" }).last()).toContainText(
      next.question,
    );
    await step(page);
    await expect(article.getByRole("button", { name: "Paylaş" }).last()).toBeFocused();
  }
  // What is passed over gives way to another, and the button keeps the focus.
  const skip = page.getByRole("button", { name: "Bunu Geç" });
  await walkAndPress(page, skip);
  await expect(articleOf(page, third)).toBeHidden();
  await expect(skip).toBeFocused();
  await expect(page.getByRole("article")).toHaveCount(3);
});

test("the first to choose an option reads so, and no later visit shows the choice (R189)", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  await login(voter);
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await expect(outcome(page)).toContainText("Bu şıkkı ilk siz seçtiniz.");

  await page.reload();
  await expect(option(page, "Kahve %100 1 Oy")).not.toBeChecked();
  await expect(page.getByRole("region", { name: "Sıradaki anket" })).toBeVisible();
  await expect(outcome(page)).toHaveCount(0);

  await succeed(api.call(logout, { token: voter.token }));
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("region", { name: "Sıradaki anket" })).toBeHidden();
  await expect(voteButton(page)).toHaveText("Oyla");
});

test("the shares grow within half a second, and at once for those who want no motion (R188)", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await login(await signUp(api));
    await page.goto(`/surveys/${survey.id}`);
    await option(page, "Kahve").check();
    await page.evaluate(watchShares);
    await voteButton(page).click();
    await expect(option(page, "Kahve %100")).toBeChecked();
    const longest = await page.evaluate(() => (window as unknown as Watched).longestMs);
    if (reducedMotion === "reduce") expect(longest).toBeLessThan(1);
    else expect([longest > 100, longest <= 450]).toEqual([true, true]);
  }
});

interface Watched {
  longestMs: Promise<number>;
}

/** Runs in the browser: how long the longest animation of the shares takes, until all are done. */
function watchShares(): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(window, { longestMs: promise });
  let longest = 0;
  const look = () => {
    const rects = [...document.querySelectorAll("form rect")];
    const animations = rects.flatMap((rect) => rect.getAnimations());
    for (const { effect } of animations) {
      longest = Math.max(longest, Number(effect?.getComputedTiming().endTime ?? 0));
    }
    const isDone = [...document.querySelectorAll("form label")].some((label) =>
      label.textContent?.includes("%100"),
    );
    if (rects.length > 0 && isDone && animations.length === 0) resolve(longest);
    else requestAnimationFrame(look);
  };
  look();
}

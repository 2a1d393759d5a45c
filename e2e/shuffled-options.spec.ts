import type { Page } from "@playwright/test";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { watchShifts } from "./screen-checks.ts";
import { opened, showResults, voteButton } from "./vote-steps.ts";

const NAMES = ["Ankara", "Bursa", "Ceyhan", "Denizli", "Edirne", "Fethiye"];

const seen = (page: Page) =>
  opened(page)
    .getByRole("radio")
    .evaluateAll((radios) => radios.map((radio) => radio.closest("li")?.innerText.split("\n")[0]));

/** Records the rows as the document first has them. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const rows = [...document.querySelectorAll("fieldset li")];
      Object.assign(window, { rows: rows.map((row) => row.textContent) });
    });
  });

test("each browser shows shuffled options in an order of its own, the same on every visit (R600) @layout", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { options: NAMES, option_order: "shuffled" });
  await voteFor(api, owner, survey, 2);
  // The number that the page shows is a second behind, and would move what stands beside it.
  const params = { id: survey.id };
  await expect
    .poll(async () => (await succeed(api.call(getSurvey, { params }))).item.vote_count)
    .toBe(1);
  await login(await signUp(api));
  await watchRows(page);
  const shift = await watchShifts(page);
  await page.goto(`/surveys/${survey.id}`);
  const first = await seen(page);
  expect(first.toSorted()).toEqual(NAMES);
  const keep = (seed: number) =>
    page.evaluate((it) => localStorage.setItem("option-order", it), `${seed}`);
  const orders = new Set([first.join()]);
  await page.reload();
  expect(await seen(page)).toEqual(first);
  for (const seed of [1, 2, 3]) {
    await keep(seed);
    await page.reload();
    const order = await seen(page);
    orders.add(order.join());
    // Before the code, after it, and nothing has moved.
    expect(await page.evaluate(() => Reflect.get(window, "rows"))).toEqual(order);
    expect(await shift()).toBe(0);
  }
  expect(orders.size).toBeGreaterThan(2);

  const order = await seen(page);
  await opened(page).getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  const second = opened(page).getByRole("radio", { name: `${order[1]}` });
  await expect(second).toBeFocused();
  await expect(second).toBeChecked();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  const row = (name: string | undefined) =>
    opened(page)
      .getByRole("listitem")
      .filter({ hasText: name ?? "" });
  // The order depends on the survey's id: the second option may be the owner's choice too.
  if (order[1] === "Ceyhan") {
    await expect(row("Ceyhan")).toContainText("2 Oy");
  } else {
    await expect(row("Ceyhan")).toContainText("1 Oy");
    await expect(row(order[1])).toContainText("1 Oy");
  }
  // Results have the owner's order.
  const results = (await showResults(page)).getByRole("listitem");
  await expect(results.first()).toContainText("Ankara");
  await expect(results.last()).toContainText("Fethiye");
});

test("without JavaScript the owner's order is shown (R600)", async ({ browser, baseURL, api }) => {
  const survey = await publishSurvey(api, await signUp(api), {
    options: NAMES,
    option_order: "shuffled",
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/surveys/${survey.id}`);
  await expect(opened(page).getByRole("listitem")).toContainText(NAMES);
  await context.close();
});

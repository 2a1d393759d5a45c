import type { Page } from "@playwright/test";
import { getReport } from "#contract/endpoints/report.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { showResults } from "./vote-steps.ts";

test("a survey leads to its groups, and every view of them is for all (R303) @layout", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const survey = await surveyWithGroups(api, owner);
  await page.goto(`/surveys/${survey.id}`);
  const results = await showResults(page);
  await results.getByRole("link", { name: "Kim ne dedi?" }).click();
  await expect(page).toHaveURL(`/surveys/${survey.id}/results`);
  await expect(page.getByRole("heading", { name: "Kim ne dedi?" })).toBeVisible();
  for (const name of ["Cinsiyet", "Yaş", "Bölge", "İl", "Çapraz"]) {
    await page.getByRole("tab", { name }).click();
    await openTables(page);
    await expectFitting(page, name);
    await expectAccessible(page, name);
  }
  await page.getByLabel("Kırılım", { exact: true }).selectOption("Yaş × Bölge");
  await expectFitting(page, "Yaş × Bölge");
  const tops = await page
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size, "tabs stand in one row").toBe(1);
  await page.getByRole("link", { name: "Ankete dön" }).click();
  await expect(page).toHaveURL(`/surveys/${survey.id}`);
});

async function openTables(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary");
  while ((await closed.count()) > 0) await closed.first().click();
}

test("owners see on their account who said what, and come back to it from the whole (R307) @layout", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const survey = await surveyWithGroups(api, owner);
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Oyların dağılımı/ }).click();
  await expect(page.getByRole("heading", { name: "Oylar nereden geliyor?" })).toBeVisible();
  await expect(page.getByText("yaklaşık 50 kişi").first()).toBeVisible();
  // Otherwise the header may lie across a button, which axe takes for too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectFitting(page, "account");
  await expectAccessible(page, "account");
  const all = page.getByRole("link", { name: /^Bütün sonuçlar/ });
  // A press in the same frame as the scrolling comes before its event, by which the router knows of it.
  await all.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await all.click();
  await expect(page).toHaveURL(`/surveys/${survey.id}/results`);
  await expect(page.getByRole("heading", { name: "Kim ne dedi?" })).toBeVisible();
  await page.goBack();
  await expect(all).toBeInViewport();
});

test("the document of a survey's hidden results contains no number (R303)", async ({
  api,
  request,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, {
    question: "Ahududu mu?",
    result_visibility: "after",
  });
  await voteFor(api, owner, survey, 0);
  const html = await (await request.get(`/surveys/${survey.id}/results`)).text();
  expect(html).toContain("Ahududu mu?");
  expect(html).not.toContain("%100");
});

/** A survey on which fifty women in İstanbul and fifty men in Ankara voted, with its groups. */
async function surveyWithGroups(api: Api, owner: Person): Promise<Survey> {
  const options = ["Menemen", "Simit ve beyaz peynir", "Sucuklu yumurta", "Kuymak (muhlama)"];
  const survey = await publishSurvey(api, owner, { options });
  for (const [gender, city_id, option] of [
    ["women", 34, 0],
    ["man", 6, 1],
  ] as const) {
    const voters = await Promise.all(
      Array.from({ length: 50 }, () => signUp(api, { gender, city_id })),
    );
    await Promise.all(voters.map((voter) => voteFor(api, voter, survey, option)));
  }
  const params = { id: survey.id };
  await expect
    .poll(async () => (await succeed(api.call(getReport, { params }))).breakdown?.votes)
    .toBe(100);
  return survey;
}

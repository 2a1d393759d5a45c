import { RESULTS_REFRESH_AFTER_MOUNT_MS, RESULTS_REFRESH_AFTER_VOTE_MS } from "#contract/limits.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, showResults, voteButton } from "./vote-steps.ts";

test("results hidden until voting show a placeholder, then the numbers @layout", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { result_visibility: "after" });
  await voteFor(api, owner, survey, 0);
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  const hidden = await showResults(page);
  await expect(hidden).toContainText("Sonuçlar oy verdikten sonra görünür.");
  await expect(hidden).not.toContainText("%");
  await page.keyboard.press("Escape");

  await option(page, "Kahve").check();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(await showResults(page)).toContainText("%50");
});

test("the document of a survey with hidden results tells no number", async ({ api, request }) => {
  const owner = await signUp(api);
  const options = ["Kızılcık", "Ahududu"];
  const survey = await publishSurvey(api, owner, { options, result_visibility: "after" });
  await voteFor(api, owner, survey, 0);
  const html = await (await request.get(`/surveys/${survey.id}`)).text();
  expect(html).toContain("Ahududu");
  expect(html).not.toContain("option_name");
  expect(html).not.toContain("%100");
});

test("results are fetched again after mounting and after voting", async ({ page, api, login }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/responses/result")) reads += 1;
  });
  await page.clock.install();
  await page.goto(`/surveys/${survey.id}`);
  await expect.poll(() => reads).toBe(1);
  await page.clock.runFor(RESULTS_REFRESH_AFTER_MOUNT_MS);
  await expect.poll(() => reads).toBe(2);

  await option(page, "Çay").check();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect.poll(() => reads).toBe(3);
  await page.clock.runFor(RESULTS_REFRESH_AFTER_VOTE_MS);
  await expect.poll(() => reads).toBe(4);
});

test("without votes the panel invites the first one", async ({ page, api }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  const results = await showResults(page);
  await expect(results).toContainText("Henüz oy yok. İlk oyu siz verin!");
  await expect(results.getByRole("listitem").first()).toContainText("%0");
});

test("results that cannot be read say so, and can be asked for again", async ({ page, api }) => {
  const question = "Sonuçları kim okuyacak?";
  await publishSurvey(api, await signUp(api), { question });
  await page.goto("/surveys");
  await page.route("**/responses/result", (route) => route.abort());
  await page.getByRole("link", { name: `Ankete Katıl: ${question}` }).click();
  const results = await showResults(page);
  await expect(results.getByText("Bağlantı Hatası")).toBeVisible();
  await page.unroute("**/responses/result");
  await results.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(results).toContainText("Toplam");
});

test("twenty options and the longest words fit every screen @layout", async ({ page, api }) => {
  const options = Array.from({ length: 20 }, (_, at) => `${at}${"ğ".repeat(98)}`);
  const question = "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine ".repeat(
    2,
  );
  for (const option_theme_id of [1, 2]) {
    const survey = await publishSurvey(api, await signUp(api), {
      options,
      option_theme_id,
      question,
    });
    await page.goto(`/surveys/${survey.id}`);
    await expect(page.getByRole("radio")).toHaveCount(20);
    await showResults(page);
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});

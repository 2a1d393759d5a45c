import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, showResults, voteButton } from "./vote-steps.ts";

test("results hidden until voting show a placeholder, then the numbers (R80, R82, R83) @layout @main", async ({
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

test("the document of a survey with hidden results contains no number (R66)", async ({
  api,
  request,
}) => {
  const owner = await signUp(api);
  const options = ["Kızılcık", "Ahududu"];
  const survey = await publishSurvey(api, owner, { options, result_visibility: "after" });
  await voteFor(api, owner, survey, 0);
  const html = await (await request.get(`/surveys/${survey.id}`)).text();
  expect(html).toContain("Ahududu");
  expect(html).not.toContain("option_name");
  expect(html).not.toContain("%100");
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

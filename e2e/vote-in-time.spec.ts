import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, showResults, voteButton } from "./vote-steps.ts";

test("a survey that has not started says when it does, and takes no votes", async ({
  page,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api), {
    start_time: "2099-01-02T06:30:00Z",
  });
  await page.goto(`/surveys/${survey.id}`);
  await expect(page.getByText("Bu anket henüz başlamadı")).toBeVisible();
  await expect(page.getByText("Oylama başlangıcı: 02.01.2099 09:30")).toBeVisible();
  await expect(option(page, "Çay")).toBeDisabled();
  await expect(voteButton(page)).toBeDisabled();
});

test("a survey that has ended shows everybody its results", async ({ page, api }) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { result_visibility: "after" });
  await voteFor(api, owner, survey, 0);
  const id = survey.id;
  await succeed(api.call(closeSurvey, { token: owner.token, params: { id } }));
  await page.goto(`/surveys/${id}`);
  await expect(page.getByText("Bu anket sona erdi", { exact: true })).toBeVisible();
  await expect(page.getByText("En çok oyu “Çay” aldı: %100")).toBeVisible();
  // The next survey beneath may have the same options.
  await expect(page.locator("label", { hasText: "Çay" }).first()).toContainText("%1001 Oy");
  await expect(voteButton(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sıradaki anket" })).toBeVisible();
  await expect(await showResults(page)).toContainText("%100");
});

test("a survey that ends while one chooses says so when one votes", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner);
  await login(await signUp(api));
  await page.goto(`/surveys/${id}`);
  await option(page, "Kahve").check();
  await succeed(api.call(closeSurvey, { token: owner.token, params: { id } }));
  await voteButton(page).click();
  await expect(page.getByText("Bu anket sona erdi, artık oy verilemiyor.")).toBeVisible();
  await expect(voteButton(page)).toHaveCount(0);
  // The focus goes on from the ballot; the next survey beneath has one too.
  await expect(page.getByRole("main").locator("form").first()).toBeFocused();
});

test("a survey that ends while it is shown says so by itself", async ({ page, api }) => {
  const { id } = await publishSurvey(api, await signUp(api), {
    expire_time: new Date(Date.now() + 8000).toISOString(),
    result_visibility: "after",
  });
  await page.goto(`/surveys/${id}`);
  await expect(option(page, "Kahve")).toBeEnabled();
  // The page asks again up to three seconds after the end.
  await expect(page.getByText("Bu anket sona erdi", { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(voteButton(page)).toHaveCount(0);
  await expect(page.getByText("Bu ankette oy kullanılmadı.").first()).toBeVisible();
  await expect(await showResults(page)).toContainText("%0");
});

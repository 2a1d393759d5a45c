import { reportTarget } from "#contract/endpoints/moderation.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { step, walkAndPress, walkTo } from "./keyboard-steps.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { expectAfterProof, signUpModerators } from "./staff-steps.ts";

test("a reported survey is hidden by two keys, and another moderator restores it (R625, R626, R629) @layout", async ({
  page,
  api,
  server,
  login,
  browser,
  baseURL,
}) => {
  const [owner, first, second] = [await signUp(api), ...(await signUpModerators(api, server, 2))];
  if (!first || !second) throw new Error("Moderators are missing.");
  const survey = await publishSurvey(api, owner, { question: "Kimin numarası 555?" });
  for (let person = 0; person < 3; person++) {
    const { token, ...voter } = await signUp(api);
    await voteFor(api, { token, ...voter }, survey, 0);
    const body = { kind: "survey", id: survey.id, reason: "personal_data" };
    await succeed(api.call(reportTarget, { token, body }));
  }

  await login(first);
  await page.goto("/moderation");
  await expectFitting(page, "İnceleme");
  await expectAccessible(page, "İnceleme");
  await step(page);
  await page.keyboard.press("Enter");
  await walkAndPress(page, page.getByRole("link", { name: /3 bildirim.*Kimin numarası 555/ }));
  await expect(page.getByRole("heading", { name: "Kimin numarası 555?" })).toBeVisible();
  await expectFitting(page, "Bir inceleme");
  await expectAccessible(page, "Bir inceleme");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expectAfterProof(page, "Karar Verildi", first.password);
  await expect(page.getByText("Bekleyen yok")).toBeVisible();

  const visitor = await openTab(await browser.newContext({ ...(baseURL && { baseURL }) }));
  await visitor.goto(`/surveys/${survey.id}`);
  await expect(visitor.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();

  await login(owner);
  await page.goto("/notifications");
  await expect(page.getByText(/Kimin numarası 555\?: yayından kaldırıldı/)).toBeVisible();
  await expect(page.getByText(/Neden: Kişisel veri/)).toBeVisible();
  await page.getByLabel("İtirazınız").fill("Numara bana ait.");
  await page.getByRole("button", { name: "İtiraz Et" }).click();
  await expect(page.getByText("İtirazınız inceleniyor.")).toBeVisible();

  await login(second);
  await page.goto("/moderation");
  await step(page);
  await page.keyboard.press("Enter");
  await walkAndPress(page, page.getByRole("link", { name: /İtiraz.*Kimin numarası 555/ }));
  await expect(page.getByText("İtiraz: Numara bana ait.")).toBeVisible();
  await walkTo(page, page.getByRole("button", { name: "Geri Al" }));
  await page.keyboard.press("Enter");
  await expectAfterProof(page, "Karar Geri Alındı", second.password);
  await page.getByRole("link", { name: "Sıradakiler" }).click();
  await expect(page).toHaveURL(/\/moderation$/);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Kimin numarası 555?" })).toBeVisible();
  const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
  expect(items.map(({ count }) => count)).toEqual([3, 0]);
});

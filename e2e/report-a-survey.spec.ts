import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

test("a survey is reported from where it is shared, by the rules of the community (R624, R632) @layout", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await page.getByRole("button", { name: "Paylaş" }).first().click();
  await page
    .getByRole("dialog", { name: "Paylaş" })
    .getByRole("button", { name: "Bildir" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Anketi bildir" });
  await dialog.getByLabel("Neden").selectOption("Yanıltıcı");
  await expectFitting(page, "Bildir");
  await expectAccessible(page, "Bildir");
  await dialog.getByRole("button", { name: "Bildir", exact: true }).click();
  await expect(page.getByText("Bildiriminiz Alındı")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto("/rules");
  await expect(page.getByRole("heading", { name: "Topluluk Kuralları" })).toBeVisible();
});

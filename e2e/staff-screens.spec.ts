import { reportTarget } from "#contract/endpoints/moderation.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { expectAfterProof, signUpModerators } from "./staff-steps.ts";

const TOOLS = {
  Talepler: "Hukuki talepler",
  Ekip: "Ekip",
  Kayıt: "Kayıt",
  "Sessiz dönemler": "Sessiz dönemler",
};

test("the screens of staff fit, are accessible, and lead to each other (R180, R620, R621, R687, R697) @layout", async ({
  page,
  api,
  server,
  login,
  isMobile,
}) => {
  const [owner, reporter] = [await signUp(api), await signUp(api)];
  const [admin] = await signUpModerators(api, server, 1, "admin");
  if (!admin) throw new Error("An admin is missing.");
  const survey = await publishSurvey(api, owner, { question: "Kimin arabası bu?" });
  const body = { kind: "survey", id: survey.id, reason: "personal_data" };
  await succeed(api.call(reportTarget, { token: reporter.token, body }));
  const expectGood = async (screen: string) => {
    await expectFitting(page, screen);
    await expectAccessible(page, screen);
  };

  await login(owner);
  await page.goto("/moderation");
  await expect(page.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();

  await login(admin);
  await page.goto("/moderation");
  await page.getByRole("link", { name: /Kimin arabası/ }).click();
  await page.getByRole("link", { name: "Hesap", exact: true }).click();
  await expect(page.getByRole("heading", { name: "İncelemeler" })).toBeVisible();
  await expectGood("Bir kişi");
  await page.getByRole("button", { name: "Benzer Hesapları Bul" }).click();
  await page.getByLabel("Gerekçe").fill("Aynı kalıpta hesaplar.");
  await expectGood("Benzer hesapların gerekçesi");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectAfterProof(page, "Karşılaştırıldı", admin.password);
  await expect(page.getByRole("button", { name: "Seçilenleri Askıya Al" })).toBeVisible();
  await expectGood("Benzer hesaplar");

  await page.getByRole("link", { name: /Anket.*Kimin arabası/ }).click();
  await expect(page.getByRole("heading", { name: "Karar" })).toBeVisible();
  await page.getByRole("button", { name: isMobile ? "Menü" : "Hesabım", exact: true }).click();
  await page.getByRole("link", { name: "İnceleme", exact: true }).click();
  await expect(page).toHaveURL(/\/moderation$/);

  for (const [tool, title] of Object.entries(TOOLS)) {
    await page.getByRole("button", { name: tool, exact: true }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("status")).toHaveCount(0);
    await expectGood(tool);
    await page.keyboard.press("Escape");
  }
});

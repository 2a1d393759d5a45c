import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, openTab } from "./fixtures.ts";
import { codeTo, linkTo, test } from "./mail-fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

const LETTER = /Oyunuz için kodunuz/;

let addresses = 0;
const newAddress = (): string => `defne${Date.now()}x${addresses++}@ornek.com`;

test("a newcomer votes with an address and a code, without leaving the page (R490, R501)", {
  tag: "@layout",
}, async ({ page, api, mailServer }) => {
  const survey = await publishSurvey(api, await signUp(api));
  const email = newAddress();
  await page.goto(`/surveys/${survey.id}`);
  // Four presses and two entries.
  await option(page, "Kahve").check();
  await voteButton(page).click();
  const dialog = page.getByRole("dialog", { name: "E-postanızla oy verin" });
  await expect(dialog).toContainText("Seçiminiz: Kahve");
  await expect(dialog.getByLabel("E-posta")).toBeFocused();
  await expectFitting(page, "an address to vote by code");
  await expectAccessible(page, "an address to vote by code");
  await page.keyboard.type(email);
  await dialog.getByLabel("Oyumun işlenmesine açık rıza veriyorum.").check();
  await dialog.getByRole("button", { name: "Kod Gönder" }).click();
  await expect(dialog.getByLabel(/adresine gelen 6 rakam/)).toBeFocused();
  await expectFitting(page, "a code to vote");
  await expectAccessible(page, "a code to vote");
  await page.keyboard.type(await codeTo(mailServer, email));

  const details = page.getByRole("dialog", { name: "Oy Verildi" });
  await expect(details).toContainText("Kim ne dedi? Siz de görünün.");
  await expect(details).toContainText("Bu şıkkı ilk siz seçtiniz.");
  await expectFitting(page, "details after a vote");
  await expectAccessible(page, "details after a vote");
  await details.getByLabel("Gün").selectOption("05");
  await details.getByLabel("Ay").selectOption("Kasım");
  await details.getByLabel("Yıl").selectOption("2004");
  await details.getByLabel("Cinsiyet").selectOption("Kadın");
  await details.getByLabel("Şehir").selectOption("İzmir");
  await details.getByLabel("Bu verilerimin işlenmesine açık rıza veriyorum.").check();
  await details.getByRole("button", { name: "Ekle ve devam et" }).click();
  await expect(page.getByText("Bilgileriniz Eklendi")).toBeVisible();
  await expect(details).toHaveCount(0);
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(outcome(page)).toBeVisible();
  await expect(option(page, "Kahve")).toBeChecked();
});

test("the code is asked for again after the tab was closed; a wrong one says so (R491, R501)", async ({
  page,
  api,
  context,
  mailServer,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const email = newAddress();
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await page.getByLabel("E-posta", { exact: true }).fill(email);
  await page.getByLabel("Oyumun işlenmesine açık rıza veriyorum.").check();
  await page.getByRole("button", { name: "Kod Gönder" }).click();
  await expect(page.getByLabel(/adresine gelen 6 rakam/)).toBeVisible();
  await page.close();

  const tab = await openTab(context);
  await tab.goto(`/surveys/${survey.id}`);
  const field = tab.getByLabel(`${email} adresine gelen 6 rakam`);
  await expect(field).toBeFocused();
  const code = await codeTo(mailServer, email);
  await tab.keyboard.type(code === "111111" ? "222222" : "111111");
  await expect(field).toHaveAccessibleDescription(/kod/i);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await tab.keyboard.type(code);
  await expect(tab.getByRole("dialog", { name: "Oy Verildi" })).toBeVisible();
  await tab.getByRole("button", { name: "Sonra" }).click();
  await expect(voteButton(tab)).toHaveText("Oy Verildi");
  await tab.reload();
  await expect(voteButton(tab)).toHaveText("Oy Verildi");
});

test("the letter's link shows the vote on another device, and casts it by a press (R492, R502)", {
  tag: "@layout",
}, async ({ page, api, browser, baseURL, mailServer }) => {
  const survey = await publishSurvey(api, await signUp(api));
  const email = newAddress();
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await page.getByLabel("E-posta", { exact: true }).fill(email);
  await page.getByLabel("Oyumun işlenmesine açık rıza veriyorum.").check();
  await page.getByRole("button", { name: "Kod Gönder" }).click();
  await expect(page.getByLabel(/adresine gelen 6 rakam/)).toBeVisible();

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await openTab(elsewhere);
  await other.goto(await linkTo(mailServer, email, LETTER));
  await expect(other).toHaveURL(/\/code$/);
  await expect(other.getByText("Seçiminiz: Kahve")).toBeVisible();
  await expectFitting(other, "a link that votes");
  await expectAccessible(other, "a link that votes");
  await other.getByRole("button", { name: "Oyumu Ver" }).click();
  await expect(other).toHaveURL(`/surveys/${survey.id}`);
  await other.getByRole("dialog", { name: "Oy Verildi" }).getByText("Sonra").click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  await elsewhere.close();
  // The browser that asked for the code is told that it has been used.
  await page.keyboard.type(await codeTo(mailServer, email));
  await expect(page.getByText("Bu kod artık geçerli değil.")).toBeVisible();
});

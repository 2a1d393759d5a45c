import type { Page } from "@playwright/test";
import { requestCode, useCode } from "#contract/endpoints/codes.ts";
import { getInvitationLink } from "#contract/endpoints/invitations.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { openFilledWizard, publishButton, published } from "./create-steps.ts";
import { expect, expectNoMessage, openTab } from "./fixtures.ts";
import { walkAndPress, walkAndType, walkTo } from "./keyboard-steps.ts";
import { codeTo, linkTo, test } from "./mail-fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { opened, option, outcome, voteButton } from "./vote-steps.ts";

const LETTER = /Oyunuz için kodunuz/;

let addresses = 0;
const newAddress = (): string => `defne${Date.now()}x${addresses++}@ornek.com`;

/** Chooses as a newcomer, presses "Oyla" and has a code sent, by keyboard alone. */
async function askForCode(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await walkTo(page, option(page, "Çay"));
  await page.keyboard.press("ArrowDown");
  await walkAndPress(page, voteButton(page));
  await walkAndType(page, page.getByLabel("E-posta", { exact: true }), email);
  await walkAndPress(page, page.getByLabel("Oyumun işlenmesine açık rıza veriyorum."), "Space");
  await walkAndPress(page, page.getByRole("button", { name: "Kod Gönder" }));
  await expect(page.getByLabel(/adresine gelen 6 rakam/)).toBeFocused();
}

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
  const messages = page.getByRole("region", { name: "Bildirim mesajları" });
  await expectNoMessage(messages.getByRole("listitem"));
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

test("a private survey's code is asked for again after the tab was closed; a wrong one says so (R180, R490, R491, R501)", async ({
  page,
  api,
  context,
  mailServer,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { visibility: "private" });
  const call = api.call(getInvitationLink, { token: owner.token, params: { id } });
  const link = `/surveys/${id}?davet=${(await succeed(call)).item.code}`;
  const email = newAddress();
  await askForCode(page, link, email);
  await page.close();

  const tab = await openTab(context);
  await tab.goto(link);
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
  await askForCode(page, `/surveys/${survey.id}`, email);

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

test("a ranking waits for its code over a reload, and the letter's link shows it (R606, R610)", async ({
  page,
  api,
  browser,
  baseURL,
  mailServer,
}) => {
  const survey = await publishSurvey(api, await signUp(api), {
    ...{ ballot: "ranked", options: ["Çay", "Kahve", "Su"] },
  });
  const email = newAddress();
  await page.goto(`/surveys/${survey.id}`);
  for (const name of ["Su", "Çay"])
    await opened(page).getByRole("button", { name, exact: true }).click();
  await voteButton(page).click();
  const dialog = page.getByRole("dialog", { name: "E-postanızla oy verin" });
  await expect(dialog).toContainText("Seçiminiz: 1. Su, 2. Çay");
  await dialog.getByLabel("E-posta").fill(email);
  await dialog.getByLabel("Oyumun işlenmesine açık rıza veriyorum.").check();
  await dialog.getByRole("button", { name: "Kod Gönder" }).click();
  await expect(dialog.getByLabel(/adresine gelen 6 rakam/)).toBeFocused();
  await page.reload();
  await expect(dialog.getByLabel(/adresine gelen 6 rakam/)).toBeFocused();

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await openTab(elsewhere);
  await other.goto(await linkTo(mailServer, email, LETTER));
  await expect(other.getByText("Seçiminiz: 1. Su, 2. Çay")).toBeVisible();
  await expectAccessible(other, "a link that casts a ranking");
  await other.getByRole("button", { name: "Oyumu Ver" }).click();
  await other.getByRole("dialog", { name: "Oy Verildi" }).getByText("Sonra").click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  await expect(opened(other)).toContainText("“Su” ilk turda 1 oyla birinci.");
  await elsewhere.close();
});

test("an account opened by a code signs in without a password, and gets its name when it asks, by keyboard alone (R180, R501, R504)", async ({
  page,
  api,
  mailServer,
}) => {
  const email = newAddress();
  const { item } = await succeed(
    api.call(requestCode, { body: { email, explicit_consent: true } }),
  );
  const first = await codeTo(mailServer, email);
  await succeed(api.call(useCode, { body: { attempt: item.attempt, code: first } }));

  await page.goto("/login");
  const form = page.getByRole("main");
  await walkAndPress(page, form.getByRole("button", { name: "Şifresiz giriş" }));
  await walkAndType(page, form.getByLabel("E-posta"), email);
  await page.keyboard.press("Enter");
  await expect(form.getByLabel(`${email} adresine gelen 6 rakam`)).toBeFocused();
  const letters = () => mailServer.mails.filter(({ recipient }) => recipient === email);
  await expect.poll(() => letters().length).toBe(2);
  await page.keyboard.type(await codeTo(mailServer, email));
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { name: "Hesabınızı tamamlayın" })).toBeVisible();

  await openFilledWizard(page);
  await publishButton(page).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Hesabınızı tamamlayın" });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await expect(field("Ad")).toBeFocused();
  await page.keyboard.type("Defne");
  await walkAndType(page, field("Soyad"), "Ak");
  await expect(field("Kullanıcı adı")).toHaveValue(/^defne_ak/);
  for (const label of ["Şifre", "Şifre tekrarı"]) {
    await walkAndType(page, field(label), "uzun-bir-söz-7");
  }
  await walkAndPress(page, dialog.getByLabel(/iletilerin/), "Space");
  await walkAndPress(page, dialog.getByRole("button", { name: "Devam et" }));
  await expect(published(page)).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Defne Ak" })).toBeVisible();
});

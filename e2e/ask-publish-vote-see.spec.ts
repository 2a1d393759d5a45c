import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signIn } from "#testing/people.ts";
import { openFilledWizard, optionTitle, publishButton, published } from "./create-steps.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { pictureFile } from "./picture-file.ts";
import { fillRegistration, fillSteps, waitForLoginRedirect } from "./register-steps.ts";
import { option, showResults, voteButton } from "./vote-steps.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A photograph as a telephone makes it, telling where it was taken. */
async function photograph() {
  const buffer = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: "#3a7d44" },
  })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();
  return { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer };
}

test("one person publishes, another finds it, votes once and sees the results, also after a restart (R5) @postgres @main", async ({
  page,
  api,
  browser,
  baseURL,
  restartServer,
}) => {
  await page.clock.install();
  await page.goto("/register");
  const asker = await fillRegistration(page, "Aslı", "Güneş");
  await page
    .getByLabel("Profil resmi (isteğe bağlı)", { exact: true })
    .setInputFiles(await pictureFile("#0e8f93"));
  await page.getByRole("button", { name: "Üye Ol" }).click();
  await waitForLoginRedirect(page);
  await expect(page.getByRole("heading", { name: "Giriş Yap" })).toBeVisible();
  await page.getByLabel("Şifre", { exact: true }).fill(asker.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Aslı Güneş" })).toBeVisible();

  await fillWithPictures(page, "Hafta sonu nereye gidelim?");
  const { id } = await publish(page);
  const { item } = await succeed(api.call(getSurvey, { params: { id } }));
  const served = await fetch(new URL(item.image_path, baseURL));
  const { exif } = await sharp(await served.arrayBuffer()).metadata();
  expect(exif, "what a picture tells about where it was taken").toBeUndefined();

  const { other, voter } = await voteAsSomebodyNew(browser, baseURL ?? "", id);
  const { token } = await signIn(api, voter);
  const vote = { survey_id: id, survey_option_id: item.options[0]?.id };
  const again = await api.call(castVote, { token, body: vote });
  expect([again.status, again.problem.code]).toEqual([409, "already_voted"]);

  await restartServer();
  await other.reload();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  await expect(await showResults(other)).toContainText("%100");
  await page.goto("/account");
  await expect(page.getByText("Hafta sonu nereye gidelim?")).toBeVisible();

  await openFilledWizard(page, { question: "Bunu kim görebilir?", visibility: "Özel" });
  const secret = await publish(page);
  await other.goto(`/surveys/${secret.id}`);
  await expect(other.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();
  await other.goto(secret.link);
  await option(other, "Kahve").check();
  await voteButton(other).click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  await other.context().close();
});

/** The wizard with a photograph as cover, and a JPEG, a PNG and a tile. */
async function fillWithPictures(page: Page, question: string): Promise<void> {
  const next = page.getByRole("button", { name: "Devam Et" });
  await page.goto("/survey/create");
  await next.click();
  await page.getByLabel("Başlık").fill(question);
  await page.getByLabel("Resim", { exact: true }).setInputFiles(await photograph());
  await page.getByLabel("Kategori").selectOption("Seyahat");
  await page.getByLabel("Süresiz").check();
  await page.getByRole("radio", { name: "Herkese" }).check();
  await next.click();
  await next.click();
  for (const [i, title] of ["Kapadokya", "Ayvalık", "Evde kalalım"].entries()) {
    if (i === 2) await page.getByRole("button", { name: "Şık ekle" }).click();
    await optionTitle(page, i + 1).fill(title);
  }
  await page.getByLabel("1. şıkkın resmi", { exact: true }).setInputFiles(await photograph());
  await page
    .getByLabel("2. şıkkın resmi", { exact: true })
    .setInputFiles(await pictureFile("#dd9a10"));
  await page.getByRole("button", { name: "Renkli kart (3. şıkkın resmi)" }).click();
  await expect(page.getByText("Resim hazırlanıyor")).toHaveCount(0);
}

/** Answers where the survey is. */
async function publish(page: Page) {
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  const shared = page.getByRole("textbox", { name: /bağlantı/i });
  await expect(shared).toHaveValue(/\/surveys\/\d+/);
  const { pathname, search } = new URL(await shared.inputValue());
  return { id: Number(pathname.split("/").at(-1)), link: pathname + search };
}

/** On a phone, signed out: chooses, registers, and the vote is cast. */
async function voteAsSomebodyNew(browser: Browser, baseURL: string, id: number) {
  const context = await browser.newContext({ ...PHONE, baseURL, locale: "tr-TR" });
  const other = await openTab(context);
  await other.goto(`/surveys/${id}`);
  await option(other, "Ayvalık").check();
  await voteButton(other).click();
  const dialog = other.getByRole("dialog", { name: "Kayıt Ol" });
  const voter = await fillSteps(dialog, "Barış", "Öz");
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  await expect(voteButton(other)).toBeDisabled();
  await expect(await showResults(other)).toContainText("%100");
  return { other, voter };
}

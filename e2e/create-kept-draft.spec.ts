import type { Page } from "@playwright/test";
import {
  fillMainSection,
  fillOptions,
  fillWizard,
  keepDraft,
  openMainSection,
  optionTitle,
} from "./create-steps.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { pictureFile, shownPicture } from "./picture-file.ts";

const GO_ON = "Kaldığınız yerden devam ediyorsunuz.";
const PHOTOGRAPH = [0x33, 0x66, 0x99, 255];
/** What a picture shows, as one colour. */
const color = (page: Page, name: string) =>
  shownPicture(page, name).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen?.drawImage(image, 0, 0, 1, 1);
    return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])];
  });

test("a reload keeps every section as it was, photographs too @main", async ({ page }) => {
  await page.goto("/survey/create");
  await page.getByRole("radio", { name: "Test" }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Test" })).toBeChecked();
  await page.getByRole("button", { name: "Devam Et" }).click();

  await fillMainSection(page, { question: "Kalır mı?", visibility: "Herkese" });
  const photograph = await pictureFile("#336699");
  await page.getByLabel("Resim", { exact: true }).setInputFiles(photograph);
  // In the place of the one that the section was filled with, which goes while it is looked at.
  await expect(async () => expect(await color(page, "Resim")).toEqual(PHOTOGRAPH)).toPass();
  await page.reload();
  await expect(page.getByText(GO_ON)).toBeVisible();
  await expect(page.getByLabel("Başlık")).toHaveValue("Kalır mı?");
  await expect(page.getByLabel("Kategori")).not.toHaveValue("");
  await expect(page.getByLabel("Süresiz")).toBeChecked();
  await expect(page.getByRole("radio", { name: "Herkese" })).toBeChecked();
  expect(await color(page, "Resim")).toEqual(PHOTOGRAPH);
  await page.getByRole("button", { name: "Devam Et" }).click();

  await page.getByRole("radio", { name: "Dikey" }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dikey" })).toBeChecked();
  await page.getByRole("button", { name: "Devam Et" }).click();

  await fillOptions(page, ["Çay", "Kahve", "Su"]);
  await page.getByLabel("3. şıkkın resmi", { exact: true }).setInputFiles(photograph);
  await expect(shownPicture(page, "3. şıkkın resmi")).toBeVisible();
  await page.reload();
  await expect(optionTitle(page, 3)).toHaveValue("Su");
  await expect(
    page.getByRole("button", { name: "Rengi değiştir (1. şıkkın resmi)" }),
  ).toBeVisible();
  expect(await color(page, "3. şıkkın resmi")).toEqual(PHOTOGRAPH);
});

test("one can start anew, and nothing of the old draft comes back", async ({ page }) => {
  await fillWizard(page);
  await page.getByRole("button", { name: "Baştan Başla" }).click();
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await expect(optionTitle(page, 1)).toHaveValue("Çay");
  await page.getByRole("button", { name: "Baştan Başla" }).click();
  await page.getByRole("button", { name: "Taslağı Sil" }).click();
  await expect(page.getByRole("heading", { name: "Ne oluşturmak istersiniz?" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Anket" })).toBeChecked();
  await expect(page.getByText(GO_ON)).toBeHidden();
  await page.getByRole("button", { name: "Devam Et" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("");
});

test("going to another page and back keeps the draft", async ({ page }) => {
  await openMainSection(page);
  await page.getByLabel("Başlık").fill("Dönünce de burada mı?");
  await page.getByRole("link", { name: "Gizlilik Politikası" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gizlilik");
  await page.goBack();
  await expect(page.getByLabel("Başlık")).toHaveValue("Dönünce de burada mı?");
});

test("two tabs show the same draft", async ({ page, context }) => {
  await openMainSection(page);
  await page.getByLabel("Başlık").fill("İlk sekmeden");
  const other = await openTab(context);
  await other.goto("/survey/create");
  await expect(other.getByLabel("Başlık")).toHaveValue("İlk sekmeden");
  await other.getByLabel("Başlık").fill("İkinci sekmeden");
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
  await page.reload();
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
});

test("a damaged draft opens as a new one", async ({ page }) => {
  await openMainSection(page);
  await page.getByLabel("Başlık").fill("Bozulacak");
  await expect(page.getByText("Taslağınız bu tarayıcıda saklanıyor.")).toBeVisible();
  for (const record of [
    "çöp",
    7,
    [],
    { section: 3, options: "yok", image: { kind: "photo", id: "gone" } },
  ]) {
    await page.evaluate(keepDraft, record);
    await page.reload();
    await expect(
      page.getByRole("heading", { level: 2, name: /istersiniz|Ana bilgiler/ }),
    ).toBeVisible();
  }
});

test("where the browser keeps nothing the wizard works and says so", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  await fillWizard(page);
  await expect(optionTitle(page, 2)).toHaveValue("Kahve");
  await expect(page.getByText("Taslak bu tarayıcıda saklanamıyor")).toBeVisible();
});

import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import {
  fillMainSection,
  fillOptions,
  fillWizard,
  keepDraft,
  openFilledWizard,
  openMainSection,
  optionTitle,
  publishButton,
  published,
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

test("a reload keeps every section as it was, photographs too (R145)", async ({ page }) => {
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

test("starting from scratch brings back nothing of the old draft", async ({ page }) => {
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

test("going to another page and back keeps the draft (R145)", async ({ page }) => {
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

const unusable = {
  "is denied": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  },
  "is missing": () => void Object.defineProperty(window, "indexedDB", { value: undefined }),
  "throws when it is asked for": () => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "indexedDB", { get });
  },
  fails: () => {
    IDBFactory.prototype.open = () => {
      const request = Object.assign(new EventTarget(), { error: new DOMException("broken") });
      setTimeout(() => (request as unknown as IDBOpenDBRequest).onerror?.(new Event("error")));
      return request as unknown as IDBOpenDBRequest;
    };
  },
  "never answers": () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  "opens and then never answers": () => {
    IDBObjectStore.prototype.get = () => new EventTarget() as IDBRequest;
  },
  "never finishes writing": () => {
    for (const name of ["oncomplete", "onabort", "onerror"])
      Object.defineProperty(IDBTransaction.prototype, name, { set: () => undefined });
  },
};
for (const [how, use] of Object.entries(unusable)) {
  test(`where the browser's database ${how} the wizard says so, and publishes (R243)`, async ({
    page,
    api,
    login,
  }) => {
    await login(await signUp(api));
    await page.addInitScript(use);
    await fillWizard(page);
    await expect(optionTitle(page, 2)).toHaveValue("Kahve");
    await expect(page.getByText("Taslak bu tarayıcıda saklanamıyor")).toBeVisible();
    await publishButton(page).click();
    await expect(published(page)).toBeVisible();
  });
}

test("a database that responds late restores the draft if nothing else has been typed (R243)", async ({
  page,
}) => {
  await openFilledWizard(page, { question: "Geç mi kaldı?" });
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      const request = get.call(this, key);
      let handle: IDBRequest["onsuccess"] = null;
      Object.defineProperty(request, "onsuccess", { set: (value) => (handle = value) });
      request.addEventListener("success", (event) =>
        setTimeout(() => handle?.call(request, event), 2000),
      );
      return request;
    };
  });
  await page.reload();
  await expect(page.getByText("Taslak bu tarayıcıda saklanamıyor")).toBeVisible();
  await expect(page.getByText(GO_ON)).toBeVisible();
  await expect(optionTitle(page, 2)).toHaveValue("Kahve");
});

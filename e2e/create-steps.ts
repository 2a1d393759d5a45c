import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export interface Draft {
  question?: string;
  options?: string[];
  visibility?: "Herkese" | "Özel";
  type?: "SURVEY" | "TEST";
}

const next = (page: Page) => page.getByRole("button", { name: "Devam Et" });
export const publishButton = (page: Page) => page.getByRole("button", { name: "Yayınla" });
export const published = (page: Page) => page.getByRole("heading", { name: "Yayınlandı" });
export const optionTitle = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `${number}. şık`, exact: true });

export async function openMainSection(page: Page): Promise<void> {
  await page.goto("/survey/create");
  await next(page).click();
  await expect(page.getByRole("heading", { name: "Ana bilgiler" })).toBeFocused();
}

export async function fillMainSection(page: Page, draft: Draft = {}): Promise<void> {
  await page.getByLabel("Başlık").fill(draft.question ?? "Sabah ne içersiniz?");
  await page.getByRole("button", { name: "Renkli kart (Resim)" }).click();
  await page.getByLabel("Kategori").selectOption({ index: 1 });
  await page.getByLabel("Süresiz").check();
  await page.getByRole("radio", { name: draft.visibility ?? "Özel" }).check();
}

/** From a new draft to its options, filled in with generated pictures. */
export async function fillWizard(page: Page, draft: Draft = {}): Promise<void> {
  await openMainSection(page);
  await fillMainSection(page, draft);
  await next(page).click();
  await expect(page.getByRole("heading", { name: "Tema" })).toBeFocused();
  await next(page).click();
  await fillOptions(page, draft.options ?? ["Çay", "Kahve"]);
}

/** The wizard at its options, with a draft of tiles that this browser has kept. */
export async function openFilledWizard(page: Page, draft: Draft = {}): Promise<void> {
  const options = draft.options ?? ["Çay", "Kahve"];
  const record = {
    key: crypto.randomUUID(),
    section: 3,
    reached: 3,
    type: draft.type ?? "SURVEY",
    question: draft.question ?? "Sabah ne içersiniz?",
    categoryId: 1,
    end: null,
    visibility: draft.visibility === "Herkese" ? "public" : "private",
    image: { kind: "tile", color: 0 },
    options: options.map((content, color) => ({
      id: `option-${color}`,
      content,
      image: { kind: "tile", color },
    })),
  };
  // Storage belongs to the origin; any answer of it will do.
  await page.goto("/healthz");
  await page.evaluate(keepDraft, record);
  await page.goto("/survey/create");
  await expect(optionTitle(page, options.length)).toHaveValue(options.at(-1) ?? "");
}

/** Runs in the browser: puts a record, whole or damaged, where the wizard saves its draft. */
export async function keepDraft(record: unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const opening = indexedDB.open("survey-wizard");
  opening.onupgradeneeded = () => void opening.result.createObjectStore("draft");
  opening.onsuccess = () => {
    const change = opening.result.transaction("draft", "readwrite");
    change.objectStore("draft").put(record, "draft");
    change.oncomplete = () => {
      opening.result.close();
      resolve();
    };
  };
  await promise;
}

export async function fillOptions(page: Page, titles: string[]): Promise<void> {
  for (const [at, title] of titles.entries()) {
    if (at >= 2) await page.getByRole("button", { name: "Şık ekle" }).click();
    await optionTitle(page, at + 1).fill(title);
  }
  // On phones each tile has come with the first letter.
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (!isPhone) await page.getByRole("button", { name: "Hepsine renkli kart ekle" }).click();
}

/** Reaches a control by the Tab key alone, as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(control, "reached by the Tab key").toBeFocused();
}

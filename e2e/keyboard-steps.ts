import type { FileChooser, Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const MOST_STOPS = 30;

/** One press of a key that moves the focus; wherever it lands, it must be seen. */
export async function step(page: Page, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await page.keyboard.press(key);
  expect(await page.evaluate(focusWithoutOutline), "has the focus unseen").toBeNull();
}

/** Goes forward to a control, as somebody without a mouse does. */
export async function walkTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await step(page);
  }
  await expect(control, "reached by the Tab key").toBeFocused();
}

export async function walkAndType(page: Page, control: Locator, text: string): Promise<void> {
  await walkTo(page, control);
  await page.keyboard.type(text);
}

export async function walkAndPress(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await walkTo(page, control);
  await page.keyboard.press(key);
}

/** Opens the file chooser of the focused picker. */
export async function openChooser(page: Page, key = "Enter"): Promise<FileChooser> {
  const opened = page.waitForEvent("filechooser");
  // Once this call is answered, the browser reports choosers; one that opens before is missed.
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return opened;
}

/** Opens a dialog, finds no way to what is behind it, closes it, and is back where one was. */
export async function expectKeptInside(page: Page, opener: Locator, dialog: Locator) {
  await walkAndPress(page, opener);
  await expect(dialog).toBeVisible();
  for (const key of [...Array<"Tab">(8).fill("Tab"), ...Array<"Shift+Tab">(10).fill("Shift+Tab")]) {
    await step(page, key);
    const isBehind = await dialog.evaluate(
      (box) => document.activeElement !== document.body && !box.contains(document.activeElement),
    );
    expect(isBehind, "the focus went behind the dialog").toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Runs in the browser: what has the focus without an outline around it or its label. */
function focusWithoutOutline(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const isOutlined = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  };
  const isShown = [focused, focused.closest("label")].some(
    (place) => place && (isOutlined(place) || isOutlined(place, "::after")),
  );
  return isShown ? null : focused.outerHTML.slice(0, 200);
}

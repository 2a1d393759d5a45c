import type { Page } from "@playwright/test";
import axe, { type RunOnly, type RunOptions } from "axe-core";
import { expect } from "./fixtures.ts";

const WCAG: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
const CONTRAST: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

const TARGET_PX = 44;
const NARROW = [360, 320];

/** What is wrong with the screen that is open: too wide for a phone, or too small for a finger. */
export async function expectFitting(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const isPhone = NARROW.includes(size.width);
  for (const width of isPhone ? NARROW : [size.width]) {
    if (width !== size.width) await page.setViewportSize({ ...size, width });
    expect.soft(await page.evaluate(widerThanItsPlace), `${screen} at ${width} px`).toEqual([]);
    if (!isPhone) continue;
    const small = await page.evaluate(targetsBelow, TARGET_PX);
    expect.soft(small, `small targets: ${screen} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(size);
}

/** Returns what reads the layout shift (CLS) of the page that is open, for pages loaded from now on. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        Object.assign(window, { shift: Number(Reflect.get(window, "shift")) + value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, "shift")));
}

/** What breaks WCAG 2.2 AA on the screen that is open, as far as a machine can tell. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await standStill(page);
  expect.soft(await violations(page, WCAG), screen).toEqual([]);
  // The dark theme differs in colours alone, so that only they are looked at again.
  await page.emulateMedia({ colorScheme: "dark" });
  await standStill(page);
  expect.soft(await violations(page, CONTRAST), `${screen}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Colours that are on their way from one theme to the other have the contrast of neither. */
async function standStill(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** The rules that are broken on a page, each with the elements that break it. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Frames are not checked: no page of the product has any.
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false };
  const found = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    options,
  );
  return found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

/** Runs in the browser: the page and the open dialogs that scroll sideways. */
export function widerThanItsPlace(): string[] {
  const places = [document.documentElement, ...document.querySelectorAll("dialog[open]")];
  return places
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} > ${clientWidth}`);
}

/** Runs in the browser: what can be pressed now and is smaller, but for links within a sentence. */
function targetsBelow(least: number): string[] {
  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  const controls = "a[href], button, input, select, textarea, summary, [role=tab]";
  return [...top.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("[inert]")) {
      return [];
    }
    const isSpreadOut = getComputedStyle(control, "::after").inset === "0px";
    const spread = isSpreadOut ? control.offsetParent : control.closest("label");
    const target = spread ?? control;
    const { width, height } = target.getBoundingClientRect();
    const isClipped = getComputedStyle(target).clipPath !== "none";
    const isInText =
      getComputedStyle(control).display === "inline" &&
      control.parentElement?.textContent !== control.textContent;
    if (isClipped || isInText || (width >= least - 0.5 && height >= least - 0.5)) return [];
    return [`${target.outerHTML.slice(0, 90)}: ${Math.round(width)}x${Math.round(height)}`];
  });
}

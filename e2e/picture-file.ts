import type { Page } from "@playwright/test";
import { picture } from "#testing/pictures.ts";

/** A small picture of one colour, as Playwright hands files to a page. */
export async function pictureFile(color?: string, name?: string) {
  const file = await picture(color, name);
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

/** The tile that a field for a picture shows. */
export const shownTile = (page: Page, label: string) =>
  page.locator("label", { has: page.getByLabel(label, { exact: true }) }).locator("foreignObject");

/** The picture that a field for one shows, which says nothing to a screen reader. */
export const shownPicture = (page: Page, label: string) =>
  page.locator("label", { has: page.getByLabel(label, { exact: true }) }).locator("img");

import type { Page } from "@playwright/test";

export const cards = (page: Page) => page.getByRole("main").getByRole("article");

export const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Anketlerde ara" });

/** On small screens the filters unfold first. */
export async function openFilters(page: Page): Promise<void> {
  const opener = page.getByText("Filtrele", { exact: true });
  if (await opener.isVisible()) await opener.click();
}

import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ShareButton } from "./share-button.tsx";

vi.mock("./share-options.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const writeText = vi.fn();
const url = `${location.origin}/surveys/5/results`;
const dialog = page.getByRole("dialog", { name: "Paylaş" });

async function open() {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as unknown as Clipboard);
  await show(<ShareButton survey={survey()} page="/results" />);
  // As without a connection.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await page.getByRole("button", { name: "Paylaş" }).click();
}

test("where the ways to share do not come the link is copied, and the message says why (R374)", async () => {
  writeText.mockResolvedValue(undefined);
  await open();
  await expect.element(dialog.getByText(/Sunucuya ulaşılamadı/)).toBeVisible();
  await expect.element(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(url);
  await expect.element(dialog.getByRole("button", { name: "Tekrar Dene" })).toBeVisible();
});

test("where the browser forbids to copy the link is there to be copied (R374)", async () => {
  writeText.mockRejectedValue(new DOMException("", "NotAllowedError"));
  await open();
  await dialog.getByText(url).click();
  expect(getSelection()?.toString()).toBe(url);
  await expect.element(page.getByText("Bağlantı Kopyalandı")).not.toBeInTheDocument();
});

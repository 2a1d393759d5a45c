import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { offerInstalling } from "./install-offer.tsx";

const offer = page.getByRole("region", { name: "Uygulama olarak kullanın" });
const prompt = vi.fn(async () => undefined);

beforeEach(() => {
  prompt.mockClear();
  window.installPrompt = Object.assign(new Event("beforeinstallprompt"), { prompt });
});
afterEach(() => {
  delete window.installPrompt;
  document.getElementById("install-offer")?.remove();
});

function vote(times: number): void {
  for (let at = 0; at < times; at++) offerInstalling();
}

test("the third vote offers to install, and no earlier one (R546)", async () => {
  vote(2);
  await expect.element(offer).not.toBeInTheDocument();
  vote(1);
  await expect.element(offer).toBeVisible();
  await page.getByRole("button", { name: "Yükle" }).click();
  expect(prompt).toHaveBeenCalledTimes(1);
  await expect.element(offer).not.toBeInTheDocument();
  vote(3);
  await expect.element(offer).not.toBeInTheDocument();
});

test("who does not want it is never asked again (R546)", async () => {
  vote(4);
  await page.getByRole("button", { name: "İstemiyorum" }).click();
  vote(4);
  await expect.element(offer).not.toBeInTheDocument();
  expect(prompt).not.toHaveBeenCalled();
});

test("on Apple's phones words say how, elsewhere nothing is offered without a dialog (R546)", async () => {
  delete window.installPrompt;
  vote(3);
  await expect.element(offer).not.toBeInTheDocument();
  vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(5);
  Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
  vote(1);
  await expect.element(offer.getByText(/“Ana Ekrana Ekle”ye dokunun/)).toBeVisible();
  Reflect.deleteProperty(navigator, "standalone");
  vi.restoreAllMocks();
});

import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { TOAST_SHORT_MS } from "#contract/limits.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

const message = page.getByText("Resim Format Hatası");

test("a message waits for who has another tab in sight", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  const setHidden = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  await show(null);
  holdTime();
  toast.error("Resim Format Hatası", undefined, TOAST_SHORT_MS);
  await expect.element(message).toBeVisible();
  setHidden(true);
  await letPass(2 * TOAST_SHORT_MS);
  await expect.element(message).toBeVisible();
  setHidden(false);
  await letPass(TOAST_SHORT_MS);
  await expect.element(message).not.toBeInTheDocument();
});

test("in a dialog a message leaves its title free (R126)", async () => {
  await page.viewport(390, 664);
  onTestFinished(() => page.viewport(1280, 800));
  await show(
    <Dialog open onClose={() => undefined} title="Giriş Yap">
      <input aria-label="E-posta" />
    </Dialog>,
  );
  const title = page.getByRole("heading", { name: "Giriş Yap" });
  toast.error("Bağlantı Hatası");
  const message = page.getByText("Bağlantı Hatası");
  await expect.element(message).toBeVisible();
  const { top } = message.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(title.element().getBoundingClientRect().bottom);
});

test("a failure's message closes with its dialog, and the page's own stays (R126)", async () => {
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Aç
        </button>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title="Giriş Yap">
          {null}
        </Dialog>
      </>
    );
  }
  await show(<Screen />);
  toast.error("Sayfanın Hatası");
  await expect.element(page.getByText("Sayfanın Hatası")).toBeVisible();
  await page.getByRole("button", { name: "Aç" }).click();
  toast.error("Pencerenin Hatası");
  await expect.element(page.getByRole("dialog").getByText("Pencerenin Hatası")).toBeVisible();
  await page.getByRole("button", { name: "Kapat", exact: true }).click();
  await expect.element(page.getByText("Pencerenin Hatası")).not.toBeInTheDocument();
  await expect.element(page.getByText("Sayfanın Hatası")).toBeVisible();
});

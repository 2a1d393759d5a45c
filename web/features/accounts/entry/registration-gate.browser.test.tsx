import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { authDialog, openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { show } from "#web/testing/screen.tsx";
import { toRegistration } from "../registration-fields.ts";
import { RegistrationGate } from "./registration-gate.tsx";

const { dataset } = document.documentElement;
afterEach(() => delete dataset.registration);

const gate = (invitation?: string) => (
  <RegistrationGate invitation={invitation}>Form burada</RegistrationGate>
);

test("a closed site says so instead of showing the form, and asks voters to sign in (R642)", async () => {
  dataset.registration = "closed";
  await show(gate("bir-kod"));
  await expect.element(page.getByText("Kayıt şu anda kapalı")).toBeVisible();
  expect(document.body.textContent).not.toContain("Form burada");
  openAuthDialog("join");
  expect(authDialog.get().shown).toBe("login");
});

test("by invitation the form is there once a link was opened, whose code is sent (R642)", async () => {
  dataset.registration = "invited";
  const first = await show(gate());
  await expect.element(page.getByText(/yalnızca davet bağlantısı olanlar/)).toBeVisible();
  await first.unmount();
  const second = await show(gate("bir-kod"));
  await expect.element(page.getByText("Form burada")).toBeVisible();
  await second.unmount();
  await show(gate());
  await expect.element(page.getByText("Form burada")).toBeVisible();
  expect(toRegistration({} as never).invitation).toBe("bir-kod");
});

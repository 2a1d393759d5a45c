import type { Page } from "@playwright/test";

/** Proves to own the account, in the dialog that asks for it. */
export async function proveIn(page: Page, { password }: { password: string }): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Kimliğinizi doğrulayın" });
  await dialog.getByLabel("Şifreniz", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Devam Et" }).click();
}

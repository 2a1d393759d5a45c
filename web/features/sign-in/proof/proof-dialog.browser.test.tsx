import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Factors } from "#contract/endpoints/second-factors.ts";
import { DownloadForm } from "#web/features/accounts/download/download-form.tsx";
import { EmailForm } from "#web/features/email/email-form.tsx";
import { resumeOnNextPage } from "#web/features/sign-in/resumed-act.ts";
import { LinkedProviderList } from "#web/features/sign-in/security/linked-provider-list.tsx";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

const FACTORS = "GET /api/auth/account/second-factor";
const PROVE = "POST /api/auth/account/proof";
const IDENTITIES = "GET /api/auth/account/my/identities";
const UNLINK = "DELETE /api/auth/account/my/identities/{provider}";
const EMAIL = "GET /api/auth/account/my/email";
const CHANGE = "PUT /api/auth/account/my/email";
const START = "POST /api/auth/oidc/{provider}/start";
const EXPORT = "GET /api/auth/account/my/export";

const factors = (signs_in_by_email: boolean): { item: Factors } => ({
  item: {
    ...{ totp_since: null, passkeys: [], recovery_codes_left: 0, signs_in_by_email },
    passkey_origin: location.origin,
  },
});
const identity = { email: "ayse@ornek.com", linked_at: "2026-11-20T09:00:00Z" };
const google = { items: [{ id: "google", label: "Google ile devam et", identity }] };
const address = { item: { email: "ayse@ornek.com", verified: true, pending: null } };

const dialog = page.getByRole("dialog", { name: "Kimliğinizi doğrulayın" });
const password = dialog.getByLabelText("Şifreniz", { exact: true });
const unlink = page.getByRole("button", { name: "Bağlantıyı kaldır: Google ile devam et" });

beforeEach(signIn);

test("a missing proof is asked for in place, and what it was for goes on by itself (R422)", async () => {
  let isProved = false;
  await show(
    <>
      <LinkedProviderList nickname="ayse" />
      <ProofDialog />
    </>,
    {
      ...{ [FACTORS]: factors(true), [IDENTITIES]: google },
      [UNLINK]: () => (isProved ? null : refuse("proof_required")),
      [PROVE]: ({ body }) => {
        if (body.password !== "gizli-sifre-1") return refuse("wrong_password");
        isProved = true;
        return null;
      },
    },
  );
  await unlink.click();
  await expect.element(password).toHaveFocus();
  await password.fill("yanlis");
  await userEvent.keyboard("{Enter}");
  await expect.element(password).toHaveAccessibleDescription(/Şifreniz hatalı/);
  await password.fill("gizli-sifre-1");
  await dialog.getByRole("button", { name: "Devam Et" }).click();
  await expect.element(page.getByText("Bağlantı Kaldırıldı")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(UNLINK)).toHaveLength(2);
});

test("without the proof nothing happens, and no error is shown (R422)", async () => {
  await show(
    <>
      <LinkedProviderList nickname="ayse" />
      <ProofDialog />
    </>,
    { [FACTORS]: factors(true), [IDENTITIES]: google, [UNLINK]: refuse("proof_required") },
  );
  await unlink.click();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(unlink).toBeEnabled();
  expect(callsOf(UNLINK)).toHaveLength(1);
  expect(page.getByRole("alert").elements()).toEqual([]);
  await unlink.click();
  await expect.element(password).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(unlink).toBeEnabled();
});

test("somebody without password and passkey goes to the provider, and goes on with what was typed (R422)", async () => {
  const form = (
    <>
      <EmailForm account={account()} />
      <ProofDialog />
    </>
  );
  const shown = await show(form, {
    ...{ [FACTORS]: factors(false), [IDENTITIES]: google, [EMAIL]: address },
    [CHANGE]: refuse("sign_in_again"),
    [START]: { item: { url: "#saglayici", browser_key: "anahtar" } },
  });
  await page.getByLabelText("Yeni e-posta").fill("yeni@ornek.com");
  await page.getByRole("button", { name: "Bağlantı Gönder" }).click();
  await dialog.getByRole("button", { name: "Google ile devam et" }).click();
  await expect.poll(() => location.hash).toBe("#saglayici");
  const trip = JSON.parse(tabStorage.get("provider-trip") ?? "{}");
  expect(trip).toMatchObject({ provider: "google", next: "/account#e-posta", isLinking: false });
  await shown.unmount();

  resumeOnNextPage(trip.resume);
  await show(form, {
    ...{ [FACTORS]: factors(false), [IDENTITIES]: google, [EMAIL]: address, [CHANGE]: null },
  });
  await expect.element(page.getByText("Bağlantı Gönderildi")).toBeVisible();
  expect(callsOf(CHANGE).at(-1)?.body).toEqual({ email: "yeni@ornek.com" });
});

test("what another person began is not gone on with (R422)", async () => {
  resumeOnNextPage("baskasi unlink google");
  await show(<LinkedProviderList nickname="ayse" />, { [IDENTITIES]: google });
  await expect.element(unlink).toBeEnabled();
  expect(callsOf(UNLINK)).toEqual([]);
});

const form = <DownloadForm nickname="ayse" hash="#verilerim" onDone={() => undefined} />;

test("the download has no choices by itself (R424)", async () => {
  await show(form, { [EXPORT]: refuse("too_many_requests") });
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  await expect.poll(() => callsOf(EXPORT).map(({ query }) => query)).toEqual([{}]);
});

test("the download has choices after a step that says why that is risky (R424)", async () => {
  await show(form, { [EXPORT]: refuse("too_many_requests") });
  await page.getByRole("button", { name: "Seçimlerimi de Ekle" }).click();
  const warning = page.getByText("Bu dosyayı gören, neye oy verdiğinizi öğrenir.");
  await expect.element(warning).toBeVisible();
  await page.getByRole("button", { name: "Seçimlerimle İndir" }).click();
  await expect.poll(() => callsOf(EXPORT).map(({ query }) => query)).toEqual([{ choices: "true" }]);
});

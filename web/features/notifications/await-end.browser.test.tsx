import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { authDialog, closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callsOf, type FakeApi, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AwaitEnd } from "./await-end.tsx";

const STATUS = "GET /api/auth/surveys/{id}/awaited-end";
const WAIT = "PUT /api/auth/surveys/{id}/awaited-end";
const STOP = "DELETE /api/auth/surveys/{id}/awaited-end";
const ACCEPT = "POST /api/auth/surveys/{id}/invitations/accept";
const wait = page.getByRole("button", { name: "Bitince haber ver" });
const stop = page.getByRole("button", { name: "Vazgeç" });
const promise = page.getByText("Anket bitince haber vereceğiz.");

afterEach(() => closeAuthDialog());

function showOffer(api: FakeApi = {}, invitationCode?: string) {
  let item = false;
  return show(<AwaitEnd surveyId={5} invitationCode={invitationCode} />, {
    [STATUS]: () => ({ item }),
    [WAIT]: () => {
      item = true;
      return { item };
    },
    [STOP]: () => {
      item = false;
      return { item };
    },
    ...api,
  });
}

test("a press waits for the end, another one no longer, and the focus stays (R543)", async () => {
  signIn();
  await showOffer();
  await wait.click();
  await expect.element(promise).toBeVisible();
  await expect.element(stop).toHaveFocus();
  await stop.click();
  await expect.element(wait).toHaveFocus();
  await expect.element(promise).not.toBeInTheDocument();
  expect([callsOf(WAIT).length, callsOf(STOP).length]).toEqual([1, 1]);
});

test("a failure is shown and undone (R543)", async () => {
  signIn();
  await showOffer({ [WAIT]: NO_CONNECTION });
  await wait.click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(wait).toBeVisible();
});

test("a visitor is asked to sign in, and waits from then on (R543)", async () => {
  await showOffer({ [ACCEPT]: null }, "kod");
  await wait.click();
  expect(authDialog.get().purpose?.why("üye olur olmaz")).toBe(
    "İsteğinizi aldık; üye olur olmaz kaydedilecek.",
  );
  expect(callsOf(WAIT)).toEqual([]);
  signIn();
  await expect.element(promise).toBeVisible();
  expect([callsOf(ACCEPT).length, callsOf(WAIT).length]).toEqual([1, 1]);
});

import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Account } from "#contract/endpoints/account.ts";
import { callsOf, type FakeApi } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ProfileEditor } from "./profile-editor.tsx";
import { forgetProfileEdits } from "./saved-profile.ts";

const SAVE = "PATCH /api/auth/account/my";
const biography = page.getByLabelText("Biyografi");
const save = page.getByRole("button", { name: "Kaydet" });

beforeEach(() => {
  signIn();
  forgetProfileEdits();
});

async function showEditor(given: Partial<Account> = {}, api: FakeApi = {}) {
  const onDone = vi.fn();
  await show(<ProfileEditor account={account(given)} onDone={onDone} />, {
    "GET /api/cities": { items: [{ code: 34, name: "İstanbul" }] },
    [SAVE]: { item: account(given) },
    ...api,
  });
  await expect.element(save).toBeVisible();
  return onDone;
}

const year = page.getByLabelText("Yıl");
const older = page.getByRole("button", { name: "Daha eski yıllar" });
const lastYears = () =>
  year
    .getByRole("option")
    .elements()
    .slice(-1)
    .map((one) => one.textContent);

test("a button adds the years down to 1900 to those that are listed (R32)", async () => {
  await showEditor();
  expect(lastYears()).toEqual([String(new Date().getFullYear() - 70)]);
  await older.click();
  expect(lastYears()).toEqual(["1900"]);
  await expect.element(older).not.toBeInTheDocument();
  await year.selectOptions("1911");
  await save.click();
  await expect.element(page.getByText("Profil Kaydedildi")).toBeVisible();
  expect(callsOf(SAVE).map(({ body }) => body)).toEqual([{ birth_date: "23.04.1911" }]);
});

test("the keyboard adds the older years and goes on into them (R32)", async () => {
  await showEditor();
  const oldest = new Date().getFullYear() - 70;
  await year.selectOptions(String(oldest));
  (year.element() as HTMLSelectElement).focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(year).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(year).toHaveValue(String(oldest - 1));
});

test("a stored year older than the listed ones is chosen (R32)", async () => {
  await showEditor({ birth_date: "23.04.1911" });
  await expect.element(year).toHaveValue("1911");
});

test("what is filled in while the profile is saved stays to be saved", async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const onDone = await showEditor(
    {},
    { [SAVE]: () => mayAnswer.then(() => ({ item: account() })) },
  );
  await biography.fill("Kısa.");
  await save.click();
  await biography.fill("Kısa değil.");
  answer();
  await expect.element(page.getByText("Profil Kaydedildi")).toBeVisible();
  await expect.element(biography).toHaveValue("Kısa değil.");
  expect(onDone).not.toHaveBeenCalled();
  await save.click();
  await expect.poll(() => onDone).toHaveBeenCalledOnce();
  expect(callsOf(SAVE).map(({ body }) => body)).toEqual([
    { biography: "Kısa." },
    { biography: "Kısa değil." },
  ]);
});

test("a profile saved here keeps what was changed elsewhere", async () => {
  await showEditor();
  await page.getByLabelText("Ad soyad").fill("Yeni Ad");
  await save.click();
  await expect.element(page.getByText("Profil Kaydedildi")).toBeVisible();
  expect(callsOf(SAVE).map(({ body }) => body)).toEqual([{ name: "Yeni Ad" }]);
});

test("a picture is taken away from the profile, once it is saved (R110)", async () => {
  await showEditor({ image: "/images/avatar/480.webp" });
  await page.getByRole("button", { name: "Profil resmi: kaldır" }).click();
  await expect.element(page.getByText("Resim seçin")).toBeVisible();
  expect(callsOf(SAVE)).toEqual([]);
  await save.click();
  await expect.element(page.getByText("Profil Kaydedildi")).toBeVisible();
  expect(callsOf(SAVE).map(({ body }) => body)).toEqual([{ image: null }]);
});

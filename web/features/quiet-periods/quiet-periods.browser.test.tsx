import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { QuietPeriod } from "#contract/endpoints/moderation/quiet-periods.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AdminTools } from "../moderation/admin-tools.tsx";

const LIST = "GET /api/auth/moderation/quiet-periods";
const CREATE = "POST /api/auth/moderation/quiet-periods";
const END = "POST /api/auth/moderation/quiet-periods/{id}/end";

const period: QuietPeriod = {
  ...{ id: 3, title: "Seçim dönemi", category_ids: [1], by: "yonetici" },
  ...{ starts_at: "2026-01-01T00:00:00Z", ends_at: "2999-05-14T15:00:00Z" },
};
const WORDS = "Seçim takvimi ilan edildi.";

beforeEach(signIn);

async function open(items: QuietPeriod[]) {
  await show(<AdminTools />, {
    "GET /api/auth/account/my": { item: account({ role: "admin" }) },
    "GET /api/categories": { items: [{ id: 1, name: "Gündem" }] },
    ...{ [LIST]: { items, next_cursor: null }, [CREATE]: { item: period }, [END]: null },
  });
  await page.getByRole("button", { name: "Sessiz dönemler" }).click();
  return page.getByRole("dialog", { name: "Sessiz dönemler" });
}

test("an admin fills in the times of an election from voting day (R668)", async () => {
  const dialog = await open([]);
  const submit = dialog.getByRole("button", { name: "Sessiz Dönemi Kur" });
  await submit.click();
  await expect.element(dialog.getByText("Lütfen en az bir kategori seçin.")).toBeVisible();
  await dialog.getByLabelText("Oy verme günü").fill("2999-05-14");
  await dialog.getByRole("button", { name: "İlk Oylama" }).click();
  await expect.element(dialog.getByLabelText("Başlık")).toHaveValue("Seçim dönemi");
  await expect.element(dialog.getByLabelText("Başlangıç")).toHaveValue("2999-05-04T00:00");
  await dialog.getByLabelText("Gündem").click();
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await submit.click();
  await expect.element(page.getByText("Sessiz Dönem Kuruldu")).toBeVisible();
  expect(callsOf(CREATE).at(-1)?.body).toEqual({
    ...{ title: "Seçim dönemi", category_ids: [1], words: WORDS },
    ...{ starts_at: "2999-05-04T00:00:00+03:00", ends_at: "2999-05-14T18:00:00+03:00" },
  });
});

test("a period that has not begun is deleted, and the form says so (R668)", async () => {
  const dialog = await open([{ ...period, starts_at: "2999-05-04T00:00:00Z" }]);
  await dialog.getByRole("button", { name: "Sil" }).click();
  await dialog.getByLabelText("Silme gerekçesi").fill(WORDS);
  await dialog.getByRole("button", { name: "Sil" }).click();
  await expect.element(page.getByText("Sessiz Dönem Silindi")).toBeVisible();
});

test("an admin ends a period that runs, with a reason (R668)", async () => {
  const over = { ...period, id: 2, ends_at: "2026-02-01T00:00:00Z" };
  const dialog = await open([period, over]);
  await expect.element(dialog.getByText("Sürüyor")).toBeVisible();
  await expect.element(dialog.getByText("Bitti")).toBeVisible();
  await dialog.getByRole("button", { name: "Şimdi Bitir" }).click();
  await dialog.getByLabelText("Bitirme gerekçesi").fill(WORDS);
  await dialog.getByRole("button", { name: "Bitir", exact: true }).click();
  await expect.element(page.getByText("Sessiz Dönem Bitirildi")).toBeVisible();
  expect(callsOf(END).at(-1)).toMatchObject({
    ...{ path: "/api/auth/moderation/quiet-periods/3/end", body: { words: WORDS } },
  });
});

import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type {
  LegalRequest,
  LegalRequestDetail,
} from "#contract/endpoints/moderation/legal-requests.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AdminTools } from "../moderation/admin-tools.tsx";

const LIST = "GET /api/auth/moderation/legal-requests";
const ONE = "GET /api/auth/moderation/legal-requests/{id}";
const CREATE = "POST /api/auth/moderation/legal-requests";
const ANSWER = "POST /api/auth/moderation/legal-requests/{id}/answer";

const request: LegalRequest = {
  ...{ id: 3, name: "2026/3", asker: "court", reference: "2026/123 D. İş" },
  ...{ target: "/surveys/12", outcome: null },
  ...{ received_at: "2026-01-01T09:00:00Z", deadline: "2026-01-02T09:00:00Z" },
};
const detail: LegalRequestDetail = {
  ...{ ...request, words: "Erişimin engellenmesi.", answer: null, answered_at: null, case_id: 7 },
  copy: { title: "Kimin evi burası?", text: "", image_path: null, options: [] },
  ...{ copy_hash: "ab".repeat(32), pictures: [] },
  decisions: [{ act: "hide", decided_at: "2026-01-01T10:00:00Z", undone_at: null }],
};

beforeEach(signIn);

async function open() {
  await show(<AdminTools />, {
    "GET /api/auth/account/my": { item: account({ role: "moderator" }) },
    [LIST]: {
      items: [request, { ...request, id: 4, name: "2026/4", deadline: "2999-01-01T00:00:00Z" }],
      next_cursor: null,
    },
    ...{ [ONE]: { item: detail }, [ANSWER]: null, [CREATE]: { item: { id: 3, name: "2026/3" } } },
  });
  await page.getByRole("button", { name: "Talepler" }).click();
  return page.getByRole("dialog", { name: "Hukuki talepler" });
}

test("staff sees which requests are overdue, and answers one (R672, R671, R180)", async () => {
  const dialog = await open();
  await expect.poll(() => dialog.getByText("Süresi geçti").all().length).toBe(1);
  await dialog.getByText("2026/3").click();
  await expect.element(dialog.getByText("Kimin evi burası?")).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Talep 2026\/3/);
  await expect.element(dialog.getByText(/^Yayından kaldır ·/)).toBeVisible();
  await dialog.getByLabelText("Sonuç").selectOptions("Kısmen yerine getirildi");
  await dialog.getByRole("button", { name: "Talebi Kapat" }).click();
  await expect.element(dialog.getByText("Bu alan boş bırakılamaz.")).toBeVisible();
  const answer = "Anket kaldırıldı; hesap duruyor.";
  await dialog.getByLabelText("Yanıt").fill(answer);
  await dialog.getByRole("button", { name: "Talebi Kapat" }).click();
  await expect.element(page.getByText("Talep Yanıtlandı")).toBeVisible();
  expect(callsOf(ANSWER).at(-1)?.body).toEqual({ outcome: "partly", answer });
});

test("staff registers a request, which opens with its copy (R672)", async () => {
  const dialog = await open();
  await dialog.getByRole("button", { name: "Yeni Talep" }).click();
  await dialog.getByLabelText("Karar ya da yazı numarası").fill("2026/123 D. İş");
  await dialog.getByLabelText("Geliş zamanı").fill("2026-01-01T12:00");
  await dialog.getByLabelText("Adres").fill("/surveys/12");
  await dialog.getByRole("button", { name: "Talebi Kaydet" }).click();
  await expect.element(dialog.getByText(/^SHA-256: abab/)).toBeVisible();
  expect(callsOf(CREATE).at(-1)?.body).toEqual({
    ...{ asker: "court", reference: "2026/123 D. İş", target: "/surveys/12", words: "" },
    received_at: "2026-01-01T12:00:00+03:00",
  });
});

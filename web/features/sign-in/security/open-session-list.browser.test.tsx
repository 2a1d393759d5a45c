import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { HOUR_MS } from "#contract/durations.ts";
import type { OpenSession } from "#contract/endpoints/open-sessions.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { OpenSessionList } from "./open-session-list.tsx";

const LIST = "GET /api/auth/account/sessions";
const CLOSE = "DELETE /api/auth/account/sessions/{id}";
const CLOSE_OTHERS = "DELETE /api/auth/account/sessions";
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const session = (id: number, changes: Partial<OpenSession> = {}): OpenSession => ({
  ...{ id, browser: "Chrome", system: "Windows", is_current: false },
  ...{ opened_at: ago(50), last_seen_at: ago(3.2), expires_at: "2099-01-01T00:00:00Z" },
  ...changes,
});

beforeEach(signIn);

test("sessions show where they are and when they were last used, and unknown ones say so", async () => {
  await show(<OpenSessionList />, {
    [LIST]: {
      items: [
        session(1, { is_current: true }),
        session(2),
        session(3, { system: "Android", browser: "Firefox", last_seen_at: ago(0.5) }),
        session(4, { browser: null, system: null, opened_at: null, last_seen_at: null }),
      ],
    },
  });
  const rows = page.getByRole("listitem");
  await expect.element(rows.nth(0)).toMatchTextContent(/Chrome · WindowsBu oturumŞu anda açık/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Son kullanım: 3 saat önceGiriş: /);
  await expect.element(rows.nth(2)).toMatchTextContent(/Firefox · AndroidSon bir saat içinde/);
  await expect
    .element(rows.nth(3))
    .toMatchTextContent(/Bilinmeyen tarayıcıSon kullanım bilinmiyor/);
  await expect.element(page.getByRole("button", { name: "Kapat: Chrome · Windows" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Kapat/ }).elements()).toHaveLength(3);
});

test("a session is ended and leaves the list with the focus in it, then all others (R247)", async () => {
  let items = [session(1, { is_current: true }), session(2), session(3, { system: "macOS" })];
  let isAway = true;
  await show(<OpenSessionList />, {
    [LIST]: () => ({ items }),
    [CLOSE]: ({ path }) => {
      if (isAway) return NO_CONNECTION;
      items = items.filter(({ id }) => !path.endsWith(`/${id}`));
      return null;
    },
    [CLOSE_OTHERS]: () => {
      items = items.slice(0, 1);
      return null;
    },
  });
  const close = page.getByRole("button", { name: "Kapat: Chrome · Windows" });
  await close.click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(close).toBeVisible();
  isAway = false;
  await close.click();
  await expect.element(page.getByText("Oturum Kapatıldı")).toBeVisible();
  await expect.poll(() => close.elements().length).toBe(0);
  expect(document.activeElement?.contains(page.getByRole("list").first().element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);

  await page.getByRole("button", { name: "Diğer Tüm Oturumları Kapat" }).click();
  await expect.element(page.getByText("Yalnızca bu oturum açık.")).toBeVisible();
  await expect.poll(() => page.getByRole("button", { name: /Kapat/ }).elements().length).toBe(0);
  expect(callsOf(CLOSE_OTHERS)).toHaveLength(1);
});

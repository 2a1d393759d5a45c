import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { NotificationSettings as Settings } from "#contract/endpoints/notifications.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { NotificationSettings } from "./notification-settings.tsx";

const CHANGE = "PUT /api/auth/account/notifications/settings";
const on: Settings = {
  follower: true,
  invitation: true,
  published: true,
  ended: true,
  milestone: true,
  leader: true,
};

beforeEach(signIn);

test("a kind is turned off immediately, and on again where that fails (R197)", async () => {
  let settings = on;
  await show(<NotificationSettings />, {
    "GET /api/auth/account/push": { item: { public_key: null, choices: null } },
    "GET /api/auth/account/notifications/settings": () => ({ item: settings }),
    [CHANGE]: ({ body }) => {
      if (body.leader === false) return NO_CONNECTION;
      settings = { ...settings, ...body };
      return { item: settings };
    },
  });
  await page.getByRole("button", { name: "Bildirim ayarları" }).click();
  const followers = page.getByRole("switch", { name: "Yeni takipçiler" });
  const leader = page.getByRole("switch", { name: /öne geçenin değişmesi/ });
  await expect.element(followers).toBeChecked();
  await followers.click();
  await expect.element(followers).not.toBeChecked();
  await leader.click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(leader).toBeChecked();
  await expect.element(followers).not.toBeChecked();
  expect(callsOf(CHANGE).map(({ body }) => body)).toEqual([{ follower: false }, { leader: false }]);
});

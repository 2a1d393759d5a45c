import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { InvitationSettings } from "./invitation-settings.tsx";

const CHANGE = "PUT /api/auth/account/invitations/settings";

beforeEach(signIn);

test("who may invite is changed immediately, and reset where that fails (R236)", async () => {
  let invitable_by: InvitableBy = "everybody";
  await show(<InvitationSettings />, {
    "GET /api/auth/account/invitations/settings": () => ({ item: { invitable_by } }),
    [CHANGE]: ({ body }) => {
      if (body.invitable_by === "nobody") return NO_CONNECTION;
      invitable_by = body.invitable_by;
      return { item: { invitable_by } };
    },
  });
  await page.getByRole("button", { name: "Davet ayarları" }).click();
  const group = page.getByRole("group", { name: "Sizi kimler davet edebilsin?" });
  const choice = (name: string) => group.getByRole("radio", { name });
  await expect.element(choice("Herkes")).toBeChecked();
  await choice("Takip ettiklerim").click();
  await expect.element(choice("Takip ettiklerim")).toBeChecked();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(choice("Takip ettiklerim")).toBeChecked();
  expect(callsOf(CHANGE).map(({ body }) => body)).toEqual([
    { invitable_by: "followings" },
    { invitable_by: "nobody" },
  ]);
});

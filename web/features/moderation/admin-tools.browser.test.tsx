import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { RecordRow } from "#contract/endpoints/staff.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { account, author, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AdminTools } from "./admin-tools.tsx";
import { TransparencyReport } from "./transparency-report.tsx";

const ACCOUNT = "GET /api/auth/account/my";
const STAFF = "GET /api/auth/moderation/staff";
const RECORD = "GET /api/auth/moderation/record";
const GIVE = "PUT /api/auth/moderation/staff/{nickname}";

const admin = { item: account({ role: "admin" }) };
const staff = { items: [{ ...author(), role: "moderator" as const }] };
const row = (number: number, changes: Partial<RecordRow> = {}): RecordRow => ({
  ...{ number, at: "2026-03-14T09:00:00Z", by: "yonetici", act: "hide", target: "survey 12" },
  ...{ nickname: null, reason: "hate", words: "Bir kesimi aşağılıyor." },
  ...changes,
});

beforeEach(signIn);

test("the team and the record are offered to admins alone (R682, R683)", async () => {
  await show(<AdminTools />, { [ACCOUNT]: { item: account({ role: "moderator" }) } });
  await expect.poll(() => callsOf(ACCOUNT).length).toBe(1);
  expect(page.getByRole("button", { name: "Ekip" }).query()).toBeNull();
});

test("an admin gives a role by nickname, with a reason (R682)", async () => {
  await show(<AdminTools />, {
    ...{ [ACCOUNT]: admin, [STAFF]: staff },
    [GIVE]: ({ path }) => (path.endsWith("/yok") ? refuse("person_not_found") : null),
  });
  await page.getByRole("button", { name: "Ekip" }).click();
  const team = page.getByRole("dialog", { name: "Ekip" });
  await expect.element(team.getByText("Moderatör").first()).toBeVisible();
  const give = team.getByRole("button", { name: "Rolü Ver" });
  await give.click();
  await expect.element(team.getByText("Lütfen bir takma ad yazın.")).toBeVisible();
  await team.getByLabelText("Takma ad").fill("yok");
  await team.getByLabelText("Gerekçe").fill("Ekibe katıldı, denendi.");
  await give.click();
  await expect.element(team.getByText("Böyle bir kullanıcı yok.")).toBeVisible();
  await team.getByLabelText("Takma ad").fill("@Ayse");
  await team.getByLabelText("Rol").selectOptions("Yönetici");
  await give.click();
  await expect.element(page.getByText("Rol Verildi")).toBeVisible();
  expect(callsOf(GIVE).at(-1)).toMatchObject({
    path: "/api/auth/moderation/staff/ayse",
    body: { role: "admin", words: "Ekibe katıldı, denendi." },
  });
  await expect.element(team.getByLabelText("Takma ad")).toHaveValue("");
});

test("the record says who did what to whom, and why (R683, R477)", async () => {
  const items = [
    row(5, { act: "role member", target: "person 7", nickname: "mert", reason: null }),
    row(4, { act: "reject_objection hide" }),
    row(3, { act: "accept_objection suspend", target: "person 7", nickname: "mert" }),
    row(2, { act: "undo hide", by: null }),
    row(1),
  ];
  await show(<AdminTools />, { [ACCOUNT]: admin, [RECORD]: { items, next_cursor: null } });
  await page.getByRole("button", { name: "Kayıt" }).click();
  const rows = page.getByRole("dialog", { name: "Kayıt" }).getByRole("listitem");
  const texts = () => rows.all().map((each) => each.element().textContent);
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^Yetkisini aldı@mertBir kesimi.*5\. satır.*@yonetici$/),
      expect.stringMatching(/^İtirazı reddetti: Yayından kaldırdıAnket 12/),
      expect.stringMatching(/^İtirazı haklı buldu: Askıya aldı@mert/),
      expect.stringMatching(/^Geri aldı: Yayından kaldırdıAnket 12.*Komut satırı/),
      expect.stringMatching(/^Yayından kaldırdıAnket 12Nefret ya da ayrımcılık/),
    ]);
});

test("the public sums name objections by how they were answered (R477)", async () => {
  const sums = (["dismiss", "reject_objection", "accept_objection"] as const).map((act, at) => ({
    ...{ act, reason: "spam" as const, count: at + 1 },
  }));
  await show(<TransparencyReport months={[{ month: "2026-11", sums }]} head={null} />, {});
  const rows = page.getByRole("table").getByRole("row");
  await expect
    .poll(() => rows.all().map((each) => each.element().textContent))
    .toEqual([
      "Ne yapıldıNedenKaç kez",
      "Bildirim yersiz bulunduSpam1",
      "İtiraz reddedildiSpam2",
      "İtiraz haklı bulunduSpam3",
    ]);
});

import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { TOAST_LONG_MS } from "#contract/limits.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { account, author, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { FollowButton } from "./follow-button.tsx";

const FOLLOW = "PUT /api/auth/account/followings/{userId}";
const LEAVE = "DELETE /api/auth/account/followings/{userId}";
const STATUS = "GET /api/auth/followings/{userId}/status";
const API: FakeApi = {
  "GET /api/auth/account/my": { item: account() },
  [STATUS]: { item: false },
  [FOLLOW]: { item: true },
  [LEAVE]: { item: true },
};
const follow = page.getByRole("button", { name: "Takip Et", exact: true });
const leave = page.getByRole("button", { name: "Takibi Bırak", exact: true });

beforeEach(signIn);

const showButton = (api: FakeApi = {}) =>
  show(<FollowButton person={author()} place="profile" />, { ...API, ...api });

test("the toast of a follow stays for five seconds, or until one closes it (R102, R126)", async () => {
  await showButton();
  await expect.element(follow).toBeVisible();
  holdTime();
  await follow.click();
  const started = page.getByText("Kullanıcıyı takip etmeye başladınız");
  await expect.element(started).toBeVisible();
  await letPass(TOAST_LONG_MS - 1500);
  await expect.element(started).toBeVisible();
  await letPass(1500);
  await expect.element(started).not.toBeInTheDocument();

  await leave.click();
  const stopped = page.getByText("Kullanıcıyı takip etmeyi bıraktınız");
  await expect.element(stopped).toBeVisible();
  await page.getByRole("button", { name: "Mesajı kapat" }).click();
  await expect.element(stopped).not.toBeInTheDocument();
});

for (const [refusal, title] of [
  [NO_CONNECTION, "Bağlantı Hatası"],
  [refuse("daily_quota"), "Günlük Sınır Doldu"],
] as const) {
  test(`a refused follow is undone and says why: ${title} (R155, R226)`, async () => {
    await showButton({ [FOLLOW]: refusal });
    await follow.click();
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(follow).toBeVisible();
  });
}

test("two presses that both fail leave the button with the truth", async () => {
  const { promise, resolve: fail } = Promise.withResolvers<typeof NO_CONNECTION>();
  await showButton({ [FOLLOW]: () => promise, [LEAVE]: () => promise });
  await follow.click();
  await leave.click();
  fail(NO_CONNECTION);
  await expect.poll(() => callsOf(LEAVE).length).toBe(1);
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(follow).toBeVisible();
});

test("following works although it is not known whether the viewer follows", async () => {
  await showButton({ [STATUS]: refuse("internal_error") });
  await follow.click();
  await expect.element(page.getByText("İşlem Başarılı")).toBeVisible();
  await expect.element(leave).toBeVisible();
});

test("on a person's own card nothing is offered while the session is unknown", async () => {
  const { promise, resolve: tell } = Promise.withResolvers<{ item: ReturnType<typeof account> }>();
  const cards = (
    <>
      <FollowButton person={{ id: account().id, name: "Ayşe Yılmaz" }} place="card" />
      <FollowButton person={author()} place="card" />
    </>
  );
  await show(cards, { ...API, "GET /api/auth/account/my": () => promise });
  await expect.poll(() => callsOf(STATUS).length).toBeGreaterThan(0);
  const offered = page.getByRole("button", { name: /^Takip Et/ });
  await expect.element(offered.first()).not.toBeInTheDocument();
  tell({ item: account() });
  await expect.element(offered).toHaveAccessibleName("Takip Et: Elif Şahin");
});

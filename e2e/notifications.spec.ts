import { followPerson } from "#contract/endpoints/follows.ts";
import { getAwaitedEnd, getUnreadCount } from "#contract/endpoints/notifications.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { signInHere } from "./vote-steps.ts";

test("the bell shows a new follower immediately, and what is seen is read (R5, R106, R121) @layout @main", async ({
  page,
  api,
  login,
}) => {
  const [me, fan] = [await signUp(api), await signUp(api, { name: "Ali Vural" })];
  await login(me);
  await page.goto("/about");
  await expect(page.getByRole("button", { name: "Bildirimler", exact: true })).toBeVisible();
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: me.id } }));
  await page.getByRole("button", { name: "Bildirimler, 1 okunmamış" }).click();

  const panel = page.getByRole("dialog", { name: "Bildirimler" });
  const news = panel.getByRole("link", { name: /Ali Vural sizi takip etmeye başladı/ });
  await expect(news).toContainText("Yeni");
  await expect.poll(async () => (await api.call(getUnreadCount, { token: me.token })).body).toBe(0);
  await news.click();
  await expect(page).toHaveURL(new RegExp(`/profile/${fan.nickname}$`));
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Bildirimler", exact: true })).toBeVisible();
});

test("a visitor who only looks waits for the end after signing in (R543) @layout", async ({
  page,
  api,
}) => {
  const [owner, me] = [await signUp(api), await signUp(api)];
  const { id } = await publishSurvey(api, owner);
  await page.goto(`/surveys/${id}`);
  await page.getByRole("button", { name: "Bitince haber ver" }).click();
  await signInHere(page, me);
  await expect(page.getByText("Anket bitince haber vereceğiz.")).toBeVisible();
  const call = { token: me.token, params: { id } };
  await expect.poll(async () => (await succeed(api.call(getAwaitedEnd, call))).item).toBe(true);
});

test("a broken stream is taken up again, and catches up @postgres", async ({
  page,
  api,
  login,
  restartServer,
}) => {
  const [me, fan] = [await signUp(api), await signUp(api)];
  await login(me);
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/stream")) streams.push(request.url());
  });
  await page.goto("/about");
  await expect.poll(() => streams.length).toBe(1);
  await restartServer();
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: me.id } }));
  await expect(page.getByRole("button", { name: "Bildirimler, 1 okunmamış" })).toBeVisible();
});

test("an open list shows what comes, newest first (R120)", async ({ page, api, login }) => {
  const [me, ...fans] = (await Promise.all([
    signUp(api),
    signUp(api, { name: "Ali Vural" }),
    signUp(api, { name: "Elif Şahin" }),
  ])) as [Person, ...Person[]];
  await login(me);
  await page.goto("/notifications");
  await expect(page.getByText("Henüz bildiriminiz yok")).toBeVisible();
  const news = page.getByRole("main").getByRole("listitem");
  for (const [at, { token }] of fans.entries()) {
    await succeed(api.call(followPerson, { token, params: { userId: me.id } }));
    await expect(news).toHaveCount(at + 1);
  }
  await expect(news.first()).toContainText("Elif Şahin");
  await expect(news.last()).toContainText("Ali Vural");
});

test("visitors are invited to sign in", async ({ page }) => {
  await page.goto("/notifications");
  await page.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await expect(page.getByRole("dialog", { name: "Giriş Yap" })).toBeVisible();
});

import type { Page } from "@playwright/test";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { deleteSurvey } from "#contract/endpoints/surveys.ts";
import { CARDS_AT_ONCE } from "#contract/limits.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, expectNoMessage, test } from "./fixtures.ts";

const PAGE = 24;
const STALE_MS = 11_000;

/**
 * Returns to the page after a while, when all of its API calls fail. `expectKept` runs then, and
 * once more after they work again.
 */
async function returnOffline(
  page: Page,
  paths: string[],
  expectKept: () => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  page.on("requestfailed", (request) => failures.push(new URL(request.url()).pathname));
  await page.route("**/api/**", (route) => route.abort());
  const comeBack = async () => {
    await page.clock.fastForward(STALE_MS);
    // Every page of a headless browser is visible; this event says that one returned to it.
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
  };
  for (const path of paths) {
    const failed = () => failures.filter((failed) => failed === path).length;
    // Each read is tried twice before it counts as failed; one that was still under way may fail once.
    const failedTwice = async () => failed() >= 2 || comeBack().then(() => failed() >= 2);
    await expect.poll(failedTwice).toBe(true);
  }
  await page.clock.runFor(1000);
  await expectKept();
  await page.unroute("**/api/**");
  await expectKept();
}

test("an owner's dialog stays, with all that was filled in, when its lists cannot be read again (R183)", async ({
  page,
  api,
  login,
}) => {
  const [owner, guest] = [await signUp(api), await signUp(api, { name: "Elif Şahin" })];
  const { id } = await publishSurvey(api, owner, { visibility: "private" });
  const { nickname } = guest;
  await succeed(api.call(invitePerson, { token: owner.token, params: { id }, body: { nickname } }));
  await login(owner);
  await page.clock.install();
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const dialog = page.getByRole("dialog", { name: "Davet Et" });
  await dialog.getByLabel("Kullanıcı adıyla davet edin").fill("yarim_kal");
  await expect(dialog.getByLabel("Davet bağlantısı")).toHaveValue(/davet=/);
  await expect(dialog.getByRole("link", { name: /Elif Şahin/ })).toBeVisible();

  const read = [
    "/api/auth/account/my",
    "/api/auth/my/surveys",
    `/api/auth/surveys/${id}/invitations`,
    `/api/auth/surveys/${id}/invitation-link`,
  ];
  await returnOffline(page, read, async () => {
    await expectNoMessage(page.getByText("Bağlantı Hatası"));
    await expect(dialog.getByLabel("Kullanıcı adıyla davet edin")).toHaveValue("yarim_kal");
    await expect(dialog.getByLabel("Davet bağlantısı")).toHaveValue(/davet=/);
    await expect(dialog.getByRole("link", { name: /Elif Şahin/ })).toBeVisible();
  });
});

test("found surveys stay, and the way to more of them, when they cannot be read again", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  for (let number = 0; number <= CARDS_AT_ONCE; number += 1) await publishSurvey(api, owner);
  await page.clock.install();
  await page.goto("/surveys");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(CARDS_AT_ONCE);
  await returnOffline(page, ["/api/surveys"], async () => {
    await expectNoMessage(page.getByText("Bağlantı Hatası"));
    await expect(cards).toHaveCount(CARDS_AT_ONCE);
  });
  // Who reads on needs no press.
  await expect(page.getByRole("link", { name: "Daha Fazla Göster" })).toBeAttached();
  await page.keyboard.press("End");
  await expect(cards.nth(CARDS_AT_ONCE)).toBeVisible();
});

test("a list whose last survey was deleted is read from its beginning", async ({ page, api }) => {
  const owner = await signUp(api);
  // A word of its own, since other journeys' surveys may be as popular.
  for (let number = 0; number <= CARDS_AT_ONCE; number += 1) {
    await publishSurvey(api, owner, { question: "Zencefil mi?" });
  }
  await page.route(/surveys\?.*cursor=/, (route) => route.abort());
  await page.goto("/surveys?order=popular&q=zencefil");
  await page.getByRole("link", { name: "Daha Fazla Göster" }).click();
  await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
  const links = page.getByRole("main").getByRole("link", { name: /^Ankete Katıl/ });
  const last = links.last();
  const id = Number((await last.getAttribute("href"))?.split("/").pop());
  await succeed(api.call(deleteSurvey, { token: owner.token, params: { id } }));
  await page.unroute(/surveys\?.*cursor=/);
  const again = page.getByRole("button", { name: "Tekrar Dene" });
  await again.click();
  await expect(page.getByText("Liste değişmiş olabilir")).toBeVisible();
  await again.click();
  await expect(again).toBeHidden();
  await expect(page.locator(`[href='/surveys/${id}']`)).toHaveCount(0);
  await expect(links.first()).toBeVisible();
});

test("notifications, invitations and followers stay when they cannot be read again (R183)", async ({
  page,
  api,
  login,
}) => {
  const [me, fan] = [await signUp(api), await signUp(api, { name: "Elif Şahin" })];
  const { id } = await publishSurvey(api, fan, { question: "Ne pişsin?", visibility: "private" });
  const { token } = fan;
  await succeed(api.call(followPerson, { token, params: { userId: me.id } }));
  const body = { nickname: me.nickname };
  await succeed(api.call(invitePerson, { token, params: { id }, body }));
  await login(me);
  await page.clock.install();
  const shown = page
    .getByRole("main")
    .getByText(/Ne pişsin|Elif Şahin sizi takip/)
    .first();
  for (const place of ["notifications", "invitations"]) {
    await page.goto(`/${place}`);
    await expect(shown).toBeVisible();
    await returnOffline(page, [`/api/auth/account/${place}`], () => expect(shown).toBeVisible());
  }

  await page.goto("/account");
  await page.getByRole("button", { name: "1 takipçi" }).click();
  const follower = page.getByRole("dialog").getByRole("link", { name: /Elif Şahin/ });
  await expect(follower).toBeVisible();
  await returnOffline(page, [`/api/users/${me.nickname}/followers`], () =>
    expect(follower).toBeVisible(),
  );
});

test("more of a list that does not come says why beside its button, which asks again (R183)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  for (let number = 0; number <= PAGE; number += 1) await publishSurvey(api, owner);
  await login(owner);
  for (const [address, entries] of [
    ["/account", page.getByRole("button", { name: /^Düzenle:/ })],
    [`/profile/${owner.nickname}`, page.getByRole("article")],
  ] as const) {
    if (address !== "/account") await page.evaluate(() => localStorage.clear());
    await page.goto(address);
    await expect(entries).toHaveCount(PAGE);
    const more = page.getByRole("button", { name: "Daha Fazla Göster" });
    await page.route("**/surveys?*cursor=*", (route) => route.abort());
    await more.press("Enter");
    await expect(page.getByText("Sunucuya ulaşılamadı.")).toBeVisible();
    await expect(more).toBeFocused();
    await page.unroute("**/surveys?*cursor=*");
    // Cut off in its middle.
    await page.route("**/surveys?*cursor=*", (route) =>
      route.fulfill({ contentType: "application/json", body: '{"items":[' }),
    );
    const cut = page.waitForResponse("**/surveys?*cursor=*");
    await more.press("Enter");
    await cut;
    await expect(page.getByText("Sunucuya ulaşılamadı.")).toBeVisible();
    await expect(entries).toHaveCount(PAGE);
    await page.unroute("**/surveys?*cursor=*");
    await page.getByRole("button", { name: "Daha Fazla Göster" }).click();
    await expect(entries).toHaveCount(PAGE + 1);
    await expectNoMessage(page.getByText("Sunucuya ulaşılamadı."));
  }
});

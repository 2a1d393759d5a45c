import type { Page } from "@playwright/test";
import { HOUR_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

const OPTIONS = ["Duman", "Tekir", "Zeytin", "Pamuk", "Limon", "Mavi"];

/** Somebody who follows the only person who asks, and so is offered these questions. */
async function reader(api: Api, questions: number): Promise<Person> {
  const [owner, me, voter] = [await signUp(api), await signUp(api), await signUp(api)];
  await succeed(api.call(followPerson, { token: me.token, params: { userId: owner.id } }));
  for (let number = questions; number >= 1; number -= 1) {
    const question = `${number}. soruda kediye hangi ad yakışır?`;
    const survey = await publishSurvey(api, owner, { question, options: OPTIONS });
    await voteFor(api, voter, survey, 2);
  }
  return me;
}

const questions = (page: Page) => page.getByRole("list", { name: "Sorular" }).getByRole("article");
const question = (page: Page, number: number) =>
  questions(page).filter({
    has: page.getByRole("heading", { name: new RegExp(`^${number}\\. soruda`) }),
  });

test("two taps vote, the bar says how it stands, and the next question is a tap away (R510, R513, R514, R550) @phone", async ({
  page,
  api,
  login,
}) => {
  await login(await reader(api, 3));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/feed?tab=following");
  await expect(page).toHaveTitle(/^Akış/);
  const first = question(page, 1);
  await expect(first.getByRole("radio")).toHaveCount(4);
  await first.getByText("Zeytin").tap();
  await first.getByRole("button", { name: "Oyla" }).tap();
  await expect(first.getByRole("status")).toHaveText("Önde gideni seçtiniz: 1 kişi sizinle.");
  await expect(first.getByRole("radio").first()).toHaveAccessibleName("Zeytin %100 2 Oy");
  // The sticky bar covers no row of one's own.
  const own = await first.getByRole("listitem").first().boundingBox();
  const bar = await first.getByRole("link", { name: "WhatsApp’ta paylaş" }).boundingBox();
  expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expect(first.getByRole("status")).toBeInViewport({ ratio: 1 });
  // One tap from the vote.
  await expect(first.getByRole("link", { name: "WhatsApp’ta paylaş" })).toBeInViewport();

  await first.getByRole("button", { name: "Sıradaki soruya geç" }).tap();
  const second = question(page, 2);
  await expect(second.getByText("Tekir")).toBeInViewport({ ratio: 1 });
  await second.getByText("Tekir").tap();
  await second.getByRole("button", { name: "Oyla" }).tap();
  await expect(second.getByRole("status")).toHaveText("Bu şıkkı ilk siz seçtiniz.");
  await page.reload();
  await expect(question(page, 3)).toBeVisible();
  await expect(questions(page)).toHaveCount(1);
});

test("coming back from a survey the feed stands where it was (R518) @layout", async ({
  page,
  api,
  login,
}) => {
  await login(await reader(api, 12));
  await page.goto("/feed?tab=following");
  for (let number = 1; number <= 8; number += 1) {
    await question(page, number).scrollIntoViewIfNeeded();
  }
  const title = question(page, 8).getByRole("link", { name: /8\. soruda/ });
  await title.scrollIntoViewIfNeeded();
  const before = (await title.boundingBox())?.y ?? Number.NaN;
  await title.click();
  await expect(page.getByRole("heading", { level: 1, name: /8\. soruda/ })).toBeVisible();
  await page.goBack();
  await expect(title).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await title.boundingBox())?.y ?? Number.NaN) - before))
    .toBeLessThan(3);
  // The first ones have left only their height.
  await expect(question(page, 1)).toHaveCount(0);
});

test("after 25 answers the day is over, and goes on if one wants (R516)", async ({
  page,
  api,
  login,
}) => {
  await login(await reader(api, 2));
  await page.goto("/feed?tab=following");
  const today = await page.evaluate(
    (offset) => new Date(Date.now() + offset).toISOString().slice(0, 10),
    3 * HOUR_MS,
  );
  await page.evaluate((day) => localStorage.setItem("feed-day", `${day}:24:25`), today);
  await page.reload();
  const first = question(page, 1);
  await first.getByText("Pamuk").click();
  await first.getByRole("button", { name: "Oyla" }).click();
  await expect(first.getByRole("status")).toHaveText(/seçtiniz/);
  await expect(page.getByRole("heading", { name: "Bugünlük bu kadar" })).toBeVisible();
  await expect(question(page, 2)).toHaveCount(0);
  await page.getByRole("button", { name: "Devam Et" }).click();
  await expect(question(page, 2)).toBeVisible();
});

test("an empty tab says what to do, and asks visitors to sign in (R510, R516)", async ({
  page,
  api,
  login,
}) => {
  await page.goto("/feed");
  await page.getByRole("navigation", { name: "Akış" }).getByRole("link", { name: "Takip" }).click();
  await expect(page).toHaveURL("/feed?tab=following");
  await expect(page.getByText("Takip ettiklerinizin soruları burada")).toBeVisible();
  await login(await signUp(api));
  await page.goto("/feed?tab=following");
  await expect(page.getByText("Takip ettikleriniz şu an bir şey sormuyor")).toBeVisible();
});

test("a feed that does not come says so, and comes on a press (R155, R183, R510)", async ({
  page,
  api,
  login,
}) => {
  await login(await reader(api, 1));
  await page.route("**/api/auth/feed?*", (route) => route.abort());
  await page.goto("/feed?tab=following");
  await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
  await page.unroute("**/api/auth/feed?*");
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(question(page, 1)).toBeVisible();
});

test("the feed is accessible and fits, before and after a vote (R179) @layout", async ({
  page,
  api,
  login,
}) => {
  await login(await reader(api, 2));
  const size = page.viewportSize();
  if (size && size.width < 640) await page.setViewportSize({ ...size, width: 360 });
  await page.goto("/feed?tab=following");
  const first = question(page, 1);
  await first
    .getByText("Mavi")
    .or(first.getByRole("button", { name: "+2 şık" }))
    .first()
    .click();
  await first.getByText("Mavi").click();
  await expectFitting(page, "the feed with a choice");
  await expectAccessible(page, "the feed with a choice");
  await first.getByRole("button", { name: "Oyla" }).click();
  await expect(first.getByRole("status")).toHaveText("Bu şıkkı ilk siz seçtiniz.");
  await expectFitting(page, "the feed after a vote");
  await expectAccessible(page, "the feed after a vote");
});

test.describe("the bar at the bottom", () => {
  test("leads to five places, covers nothing, and is gone with the keyboard (R517) @phone", async ({
    page,
    api,
    login,
  }) => {
    const bar = page.getByRole("navigation", { name: "Alt menü" });
    await page.goto("/discovery");
    await expect(bar.getByRole("link").filter({ visible: true })).toHaveText([
      "Akış",
      "Keşfet",
      "Anket Oluştur",
      "Bildirimler",
      "Giriş",
    ]);
    await expect(bar.getByRole("link", { name: "Keşfet" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("searchbox").focus();
    await expect(bar).toBeHidden();
    await page.getByRole("searchbox").blur();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = page.getByRole("contentinfo").getByRole("link").last();
    const [link, top] = [await last.boundingBox(), await bar.boundingBox()];
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
    await login(await signUp(api));
    await page.goto("/");
    await bar.getByRole("link", { name: "Akış" }).tap();
    await expect(page).toHaveURL("/feed");
    await bar.getByRole("link", { name: "Ben" }).tap();
    await expect(page).toHaveURL("/account");
  });

  test("is not there on a desk (R517)", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("navigation", { name: "Alt menü" })).toBeHidden();
  });
});

/** The windows that the first question has to stand in, with the browsers' bars: iPhone SE, 13, Pixel 7. */
const WINDOWS = [
  [360, 640],
  [375, 667],
  [390, 664],
  [412, 839],
  [1280, 800],
] as const;

test("the first window has the question, two options and the way to vote, on home and in the feed (R510, R515)", async ({
  page,
  api,
  login,
}) => {
  const me = await reader(api, 2);
  for (const isMember of [false, true]) {
    if (isMember) await login(me);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      for (const path of ["/", "/feed"]) {
        await page.goto(path);
        const article =
          path === "/"
            ? page.getByRole("region", { name: "Sıradaki soru" }).getByRole("article")
            : questions(page).first();
        const bar = page.getByRole("navigation", { name: "Alt menü" });
        await expect(article.getByRole("heading")).toBeInViewport({ ratio: 1 });
        const second = article.getByRole("listitem").nth(1);
        await second.getByRole("radio").check({ force: true });
        const row = await second.boundingBox();
        const vote = await second.getByRole("button", { name: "Oyla" }).boundingBox();
        const end = (await bar.isVisible()) ? (await bar.boundingBox())?.y : height;
        const place = `${path} at ${width}, ${isMember ? "member" : "visitor"}`;
        for (const box of [row, vote]) {
          const bottom = box ? box.y + box.height : Number.NaN;
          expect.soft(bottom, place).toBeLessThanOrEqual(end ?? 0);
        }
      }
    }
  }
});

test("discovery shows a question in the first window, also once something is sought (R519)", async ({
  page,
  api,
}) => {
  await reader(api, 2);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const path of ["/discovery", "/discovery?q=kediye"]) {
      await page.goto(path);
      const title = page.getByRole("main").getByRole("article").first().getByRole("heading");
      const box = await title.boundingBox();
      const bar = page.getByRole("navigation", { name: "Alt menü" });
      const end = (await bar.isVisible()) ? (await bar.boundingBox())?.y : height;
      const place = `${path} at ${width}`;
      expect.soft((box?.y ?? 0) + (box?.height ?? 0), place).toBeLessThanOrEqual(end ?? 0);
      await expect(page.getByLabel("Kategori", { exact: true })).toHaveCount(0);
    }
  }
});

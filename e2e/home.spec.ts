import type { Locator } from "@playwright/test";
import { BRAND } from "#contract/brand.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { CAROUSEL, SLOGAN_ROTATION_MS } from "#contract/limits.ts";
import { type Api, succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

async function someSurveys(api: Api): Promise<void> {
  const owner = await signUp(api);
  for (let number = 1; number <= 7; number += 1) {
    await publishSurvey(api, owner, { question: `${number}. soru ne olsun?` });
  }
}

const leftEdge = async (card: Locator) => Math.round((await card.boundingBox())?.x ?? 0);

/** Whether a card stands at least partly beside the window. */
async function isBesideTheEdges(card: Locator): Promise<boolean> {
  const box = await card.boundingBox();
  const width = card.page().viewportSize()?.width ?? 0;
  return !box || box.x < 0 || box.x + box.width > width;
}

const HEADING = "Güçlü İşlemli Anketler Oluştur";

test("the slogans follow each other, and a screen reader hears one heading (R127) @layout", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page).toHaveTitle(/^Anasayfa/);
  const heading = page.getByRole("heading", { level: 1, name: HEADING, exact: true });
  const shown = (slogan: string) => heading.getByText(slogan, { exact: true });
  const height = (await heading.boundingBox())?.height;
  for (const slogan of ["Güçlü İşlemli", "Kaliteli", "Güvenilir", "Güçlü İşlemli"]) {
    await expect(shown(slogan)).toHaveCSS("opacity", "1");
    expect((await heading.boundingBox())?.height).toBe(height);
    await page.clock.runFor(SLOGAN_ROTATION_MS);
  }
  await expect(shown("Kaliteli")).toHaveCSS("opacity", "1");
  await page.getByRole("button", { name: "Sloganı durdur" }).click();
  await page.clock.runFor(2 * SLOGAN_ROTATION_MS);
  await expect(shown("Kaliteli")).toHaveCSS("opacity", "1");
});

test("the slogan stands still for those who ask for calm", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/");
  await page.clock.runFor(2 * SLOGAN_ROTATION_MS);
  const heading = page.getByRole("heading", { level: 1, name: HEADING, exact: true });
  await expect(heading.getByText("Güçlü İşlemli", { exact: true })).toHaveCSS("opacity", "1");
  await expect(page.getByRole("button", { name: "Sloganı durdur" })).toBeHidden();
});

test("visitors are offered to sign in, people their account (R128)", async ({
  page,
  api,
  login,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Giriş Yap" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Hesabım" })).toBeHidden();
  await login(await signUp(api));
  await page.goto("/");
  await expect(main.getByRole("link", { name: "Hesabım" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Giriş Yap" })).toBeHidden();
  // Without surveys the empty state offers it too.
  await main.getByRole("link", { name: "Anket Oluştur" }).first().click();
  await expect(page).toHaveURL("/survey/create");
});

test("the carousel goes from its start to its end and back (R91, R129) @layout", async ({
  page,
  api,
}) => {
  await someSurveys(api);
  await page.goto("/");
  const back = page.getByRole("button", { name: "Önceki anketler" });
  const on = page.getByRole("button", { name: "Sonraki anketler" });
  await expect(back).toBeDisabled();
  const isNarrow = (page.viewportSize()?.width ?? 0) < CAROUSEL.narrowUnderPx;
  const cards = page.getByRole("region", { name: "Bugün meydanda" }).getByRole("article");
  const card = cards.first();
  // On a desk also where a single card fits beside the next one's edge.
  const sizes = isNarrow ? [360, 639] : [1280, 640];
  const { cardWidthPx, perSlide } = isNarrow ? CAROUSEL.narrow : CAROUSEL.wide;
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 800 });
    expect((await card.boundingBox())?.width).toBe(cardWidthPx);
    const start = await leftEdge(card);
    await on.click();
    await expect.poll(() => leftEdge(cards.nth(perSlide))).toBe(start);
    await back.click();
    await expect.poll(() => leftEdge(card)).toBe(start);
    await expect(back).toBeDisabled();
  }

  if (isNarrow) {
    const start = await leftEdge(card);
    await on.dblclick();
    await expect.poll(() => leftEdge(cards.nth(2 * perSlide))).toBe(start);
    await back.dblclick();
    await expect(back).toBeDisabled();
  }

  await on.focus();
  await page.keyboard.press("Enter");
  await expect(back).toBeEnabled();
  while (await on.isEnabled()) await page.keyboard.press("Enter");
  await expect(on).toBeDisabled();
  await expect(on).toBeFocused();
  await expect.poll(() => isBesideTheEdges(cards.last())).toBe(false);
  const picture = cards.last().locator("img").first();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .not.toBe(0);
  while (await back.isEnabled()) await back.press("Enter");
  await expect.poll(() => isBesideTheEdges(card)).toBe(false);
  await expect(back).toBeDisabled();

  await card.hover();
  await page.mouse.wheel(2 * cardWidthPx, 0);
  await expect(back).toBeEnabled();

  await page.getByRole("link", { name: "Hepsini Gör" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tüm Anketler" })).toBeVisible();
});

test("two taps vote at home, and two more on the next question in its place (R202, R203, R204, R515, R550) @phone", async ({
  page,
  api,
  login,
}) => {
  const [owner, me] = [await signUp(api), await signUp(api)];
  const [featured, other] = [
    await publishSurvey(api, owner, { question: "Günün sorusu bu mu?" }),
    await publishSurvey(api, owner, { question: "Karttaki soru bu mu?" }),
  ];
  // More than the surveys of other tests have.
  for (let i = 0; i < 3; i += 1) await voteFor(api, await signUp(api), featured, 0);
  await succeed(api.call(followPerson, { token: me.token, params: { userId: owner.id } }));
  await login(me);
  const hero = page.getByRole("region", { name: "Sıradaki soru" });
  // Votes are counted for the day about a second later, and a document may be a second old.
  await expect(async () => {
    await page.goto("/");
    await expect(hero.getByRole("heading", { name: featured.question })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await hero.getByText("Kahve", { exact: true }).tap();
  await hero.getByRole("button", { name: "Oyla" }).tap();
  await expect(hero.getByText("Önde “Çay” var; bu şıkkı ilk siz seçtiniz.")).toBeVisible();
  await expect(hero.getByRole("article")).toHaveCount(1);
  await expect(hero.getByRole("heading", { name: featured.question })).toBeHidden();
  await expect(hero.getByRole("radio").first()).toBeEnabled();

  const feed = page.getByRole("region", { name: "Takip ettikleriniz" });
  const card = feed.getByRole("article").filter({ hasText: other.question });
  await card.getByText("Çay", { exact: true }).tap();
  await card.getByRole("button", { name: "Oyla" }).tap();
  await expect(card.getByText("%100")).toBeVisible();
  await expect(card.getByRole("button", { name: "Oy Verildi" })).toBeDisabled();
  await expect(page).toHaveURL("/");

  await page.reload();
  const mine = page.getByRole("region", { name: "Takip ettikleriniz" }).getByText("Oy Verildi");
  await expect(mine.first()).toBeVisible();
  const unanswered = page.getByRole("heading", { name: "Henüz oy vermedikleriniz" });
  await expect(unanswered).toBeVisible();
  const list = page.getByRole("region", { name: "Henüz oy vermedikleriniz" });
  await expect(list.getByText(other.question)).toHaveCount(0);

  for (let i = 0; i < 2; i += 1) await publishSurvey(api, owner);
  await page.goto("/");
  const next = hero.getByRole("article");
  const addressOfNext = () => next.getByRole("heading").getByRole("link").getAttribute("href");
  for (let votes = 1; votes <= 2; votes += 1) {
    await expect(next.getByRole("radio").first()).toBeEnabled();
    const address = await addressOfNext();
    await next.getByRole("listitem").first().tap();
    await next.getByRole("button", { name: "Oyla" }).tap();
    await expect(hero.getByText(/seçtiniz|sizinle|verildi/).last()).toBeVisible();
    await expect.poll(async () => (await next.count()) === 0 || addressOfNext()).not.toBe(address);
  }
});

test("three steps explain how to ask (R130)", async ({ page }) => {
  await page.goto("/");
  const steps = page.getByRole("region", { name: "Üç adımda anketiniz hazır" });
  await expect(steps.getByRole("heading", { level: 3 })).toHaveText([
    "Planlama",
    "Uygulama",
    "Yayınlama",
  ]);
});

test("home never says that there are no surveys when it cannot read them (R155)", async ({
  page,
}) => {
  let saysNone = false;
  const seeNone = () => {
    saysNone = true;
  };
  page
    .getByText("Henüz anket yok")
    .waitFor({ timeout: 0 })
    .then(seeNone, () => undefined);
  await page.route("**/api/surveys?*", (route) => route.abort());
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: BRAND }).click();
  const problem = page.getByText("Bağlantı Hatası");
  await expect(problem).toBeVisible();
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(problem).toBeHidden();
  await expect(problem).toBeVisible();
  expect(saysNone).toBe(false);
});

test("the document of a home that cannot be read is an error, which can be tried again (R155)", async ({
  page,
  server,
  request,
}) => {
  const sql = await openPlainSql(server.instance);
  await sql.run("alter table surveys rename to away");
  try {
    // A document may be a second old.
    await expect.poll(async () => (await request.get("/")).status()).toBe(500);
    await page.goto("/");
    await expect(page.getByText("Henüz anket yok")).toBeHidden();
  } finally {
    await sql.run("alter table away rename to surveys");
    await sql.close();
  }
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(page.getByRole("heading", { level: 1, name: HEADING, exact: true })).toBeVisible();
});

import type { Locator, Page } from "@playwright/test";
import { followPerson } from "#contract/endpoints/follows.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { fillMainSection, openMainSection } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { showResults } from "./vote-steps.ts";

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not to be seen.");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test("toasts stand at the top right (R126) @layout", async ({ page, api, login }) => {
  const person = await signUp(api);
  await login(await signUp(api));
  await page.goto(`/profile/${person.nickname}`);
  await page.getByRole("button", { name: "Takip Et", exact: true }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "İşlem Başarılı" });
  await expect(toast).toBeInViewport();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const box = await boxOf(toast);
  // Room for the edge and, on a desk, the scrollbar.
  expect(width - box.right).toBeLessThanOrEqual(40);
  expect(box.bottom).toBeLessThan(height / 3);
});

test("on the narrowest phone a message of two lines leaves the page's title free (R126) @phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/register");
  const file = { mimeType: "image/gif", name: "a.gif", buffer: Buffer.from("GIF89a") };
  await page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true }).setInputFiles(file);
  const toast = page.getByRole("listitem").filter({ hasText: "Resim Format Hatası" });
  await expect(toast).toBeInViewport();
  await expect.poll(() => toast.evaluate((item) => item.getAnimations().length)).toBe(0);
  const title = await boxOf(page.getByRole("heading", { level: 1 }));
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual(title.y);
});

test("a long word leaves a toast its way to close it @layout", async ({ page, api, login }) => {
  const name = "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizd";
  const [person, fan] = [await signUp(api, { name }), await signUp(api)];
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: person.id } }));
  await login(await signUp(api));
  await page.goto(`/profile/${fan.nickname}`);
  await page.getByRole("button", { name: "1 takip" }).click();
  await page.getByRole("button", { name: `Takip Et: ${name}` }).click();
  const toast = page.getByRole("listitem").filter({ hasText: `${name} takip ettiniz` });
  await expect(toast.getByRole("button", { name: "Mesajı kapat" })).toBeInViewport({ ratio: 1 });
  expect((await boxOf(toast.getByText(name))).right).toBeLessThan((await boxOf(toast)).right);
});

test("a profile opens with a banner and the avatar, the default one where there is none (R30, R131) @layout", async ({
  page,
  api,
}) => {
  const [shown, plain] = [await signUp(api, { image: await picture() }), await signUp(api)];
  const head = page.getByRole("main").locator("header").first();
  const banner = head.locator("> svg");
  const avatar = head.locator("> div > :first-child");

  await page.goto(`/profile/${shown.nickname}`);
  expect((await boxOf(banner)).width).toBe((await boxOf(head)).width);
  await expect(avatar).toHaveAttribute("src", /\/images\//);
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const place = await boxOf(avatar);

  await page.goto(`/profile/${plain.nickname}`);
  await expect(banner).toBeVisible();
  await expect(avatar.locator("svg")).toBeVisible();
  expect(await boxOf(avatar)).toEqual(place);
});

test("the author of a survey has an avatar, the default one where there is none (R30)", async ({
  page,
  api,
}) => {
  const { id, user } = await publishSurvey(api, await signUp(api, { name: "Nil Öz" }));
  expect(user.image).toBeNull();
  await page.goto(`/surveys/${id}`);
  const byline = page.getByRole("article").locator("header > div > div").first();
  await expect(byline).toContainText("Nil Öz");
  await expect(byline.locator("svg")).toBeVisible();
  await expect(byline.locator("img")).toHaveCount(0);
});

test("options stand beside their pictures in the horizontal layout, beneath them in the vertical (R45) @layout", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  for (const option_theme_id of [1, 2]) {
    const { id } = await publishSurvey(api, owner, { option_theme_id });
    await page.goto(`/surveys/${id}`);
    const card = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("radio", { name: "Çay" }) });
    const image = await boxOf(card.locator("img"));
    const text = await boxOf(card.getByText("Çay"));
    if (option_theme_id === 1) expect(text.x).toBeGreaterThanOrEqual(image.right);
    else expect(text.y).toBeGreaterThanOrEqual(image.bottom);
  }
});

test("each result has its colour, in the chart and in a bar as long as its share (R81) @layout", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { options: ["Çay", "Kahve", "Su"] });
  for (const at of [0, 1, 0, 0]) await voteFor(api, await signUp(api), survey, at);
  const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
  expect(new Set(items.map(({ color }) => color)).size).toBe(3);

  await page.goto(`/surveys/${survey.id}`);
  const results = await showResults(page);
  const slices = results.getByRole("img", { name: /^Anket Sonuçları/ }).locator("path");
  for (const [at, { color, count }] of items.entries()) {
    await expect(slices.nth(at)).toHaveAttribute("fill", color);
    const row = results.getByRole("listitem").nth(at);
    await expect(row.locator("circle")).toHaveAttribute("fill", color);
    await expect(row.locator("rect")).toHaveAttribute("fill", color);
    const track = await boxOf(row.locator("svg").last());
    const bar = async () => (await row.locator("rect").boundingBox())?.width ?? 0;
    await expect.poll(async () => Math.round((100 * (await bar())) / track.width)).toBe(25 * count);
  }
});

test("the wizard's panel is as high as its section needs (R135) @layout", async ({ page }) => {
  const panel = async (page: Page) => (await boxOf(page.getByRole("main").locator("form"))).height;
  await page.goto("/survey/create");
  const heights = [await panel(page)];
  await openMainSection(page);
  heights.push(await panel(page));
  await fillMainSection(page);
  for (const heading of ["Tema", "Merhaba, şıkları belirleyin"]) {
    await page.getByRole("button", { name: "Devam Et" }).click();
    await expect(page.getByRole("heading", { name: heading })).toBeFocused();
    heights.push(await panel(page));
  }
  expect(new Set(heights.map(Math.round)).size).toBe(4);
});

test("a spinner turns while the person's own surveys load (R109)", async ({ page, api, login }) => {
  await login(await signUp(api));
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/auth/my/surveys?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/account");
  const spinner = page.getByRole("main").getByRole("status").filter({ hasText: "yükleniyor" });
  await expect(spinner).toBeVisible();
  release();
  await expect(page.getByText("İlk anketinizi oluşturun")).toBeVisible();
  await expect(spinner).toBeHidden();
});

test("a survey on paper is legible, has its results, and nothing to press", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { result_visibility: "before" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`/surveys/${id}`);
  await expect(page.getByRole("heading", { name: "Sonuçlar" })).toBeVisible();
  await expect(page.getByText("Toplam 0 oy")).toBeVisible();
  for (const place of ["banner", "contentinfo"] as const) {
    await expect(page.getByRole(place)).toBeHidden();
  }
  await expect(page.getByRole("button", { name: "Oyla" })).toBeHidden();
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1) ?? [];
  expect(channels).toHaveLength(3);
  expect(Math.max(...channels.map(Number))).toBeLessThan(128);
});

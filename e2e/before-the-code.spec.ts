import type { Page } from "@playwright/test";
import { getResults } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

/** Opens a page whose code comes when the returned function is called. */
async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  return resolve;
}

/** As password managers do it, which React cannot match with what the server has rendered. */
const addIcons = (page: Page) =>
  page.evaluate(() => {
    for (const input of document.querySelectorAll("input")) {
      const icon = document.createElement("span");
      icon.className = "password-manager-icon";
      input.after(icon);
    }
  });

const main = (page: Page) => page.getByRole("main");
const hydrated = (page: Page) => expect(page.locator("html[data-hydrated]")).toBeAttached();

for (const manager of ["without", "with"] as const) {
  const add = (page: Page) => (manager === "with" ? addIcons(page) : undefined);

  test(`a login typed and sent before the code comes succeeds ${manager} a password manager (R371)`, async ({
    page,
    api,
  }) => {
    const { email, password } = await signUp(api);
    const start = await openWithoutCode(page, "/login");
    await add(page);
    await main(page).getByLabel("E-posta").fill(email);
    await main(page).getByLabel("Beni hatırla").check();
    await main(page).getByLabel("Şifre", { exact: true }).fill(password);
    const send = main(page).getByRole("button", { name: "Giriş Yap", exact: true });
    await send.click();
    await expect(send).toHaveAttribute("aria-busy", "true");
    await expect(page).toHaveURL("/login");
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/login")) {
        calls.push(request.postData() ?? "");
      }
    });
    start();
    await expect(page).toHaveURL("/account");
    expect(calls.map((call) => JSON.parse(call).remember)).toEqual([true]);
  });

  test(`what is typed keeps its place and the caret ${manager} a password manager (R370)`, async ({
    page,
  }) => {
    const start = await openWithoutCode(page, "/register");
    await add(page);
    const field = (name: string) => main(page).getByLabel(name, { exact: true });
    await field("Soyad").fill("Çağ");
    await field("Cinsiyet").selectOption({ index: 1 });
    await field("E-posta").fill("isil@example.com");
    await main(page)
      .getByLabel(/açık rıza/)
      .check();
    await main(page)
      .getByLabel(/iletilerin/)
      .check();
    await field("Ad").pressSequentially("Işl");
    await field("Ad").press("ArrowLeft");
    start();
    await hydrated(page);
    await page.keyboard.type("ı");
    await expect(field("Ad")).toHaveValue("Işıl");
    await expect(field("Soyad")).toHaveValue("Çağ");
    await expect(field("E-posta")).toHaveValue("isil@example.com");
    expect(await field("Cinsiyet").inputValue()).not.toBe("");
    // The form knows the consents, for which its button waits.
    await expect(main(page).getByRole("button", { name: "Üye Ol" })).toBeEnabled();
    await main(page).getByRole("button", { name: "Üye Ol" }).click();
    await expect(field("Şifre")).toHaveAttribute("aria-invalid", "true");
    for (const known of ["Ad", "Soyad", "Cinsiyet", "E-posta"]) {
      await expect(field(known)).not.toHaveAttribute("aria-invalid");
    }
  });

  test(`a search and a filter chosen early are found ${manager} a password manager (R370)`, async ({
    page,
    api,
  }) => {
    const owner = await signUp(api);
    const word = `erkenden${owner.id}`;
    await publishSurvey(api, owner, { question: `Mahalleye ${word} mi?` });
    const start = await openWithoutCode(page, "/surveys");
    await add(page);
    const search = page.getByRole("searchbox");
    await search.fill(word);
    await page.getByLabel("Sıralama").last().selectOption("popular");
    start();
    await expect(page).toHaveURL(new RegExp(`q=${word}`));
    await expect(page).toHaveURL(/order=popular/);
    await expect(search).toHaveValue(word);
    await expect(page.getByRole("heading", { name: `Mahalleye ${word} mi?` })).toBeVisible();
  });

  test(`an option chosen and voted for early is counted once ${manager} a password manager (R371)`, async ({
    page,
    api,
    login,
  }) => {
    const [owner, me] = [await signUp(api), await signUp(api)];
    const survey = await publishSurvey(api, owner, { options: ["Çay", "Kahve"] });
    await login(me);
    const start = await openWithoutCode(page, `/surveys/${survey.id}`);
    await add(page);
    await expect(voteButton(page)).toBeDisabled();
    await option(page, "Kahve").check();
    await voteButton(page).click();
    await voteButton(page).click();
    await expect(voteButton(page)).toHaveAttribute("aria-busy", "true");
    start();
    await expect(outcome(page)).toBeVisible();
    const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
    expect(items.map(({ count }) => count)).toEqual([0, 1]);
  });
}

test("a search sent before the code comes is sent by the browser (R371)", async ({ page }) => {
  await openWithoutCode(page, "/surveys");
  await page.getByRole("searchbox").fill("kahve");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/surveys?q=kahve");
});

test("the last press before the code comes is done, once (R371)", async ({ page, api }) => {
  const { nickname } = await signUp(api);
  const start = await openWithoutCode(page, `/profile/${nickname}`);
  const bell = page.getByRole("button", { name: "Bildirimler" });
  const follow = page.getByRole("button", { name: "Takip Et", exact: true });
  await bell.click();
  await follow.dblclick();
  await expect(follow).toHaveAttribute("aria-busy", "true");
  await expect(bell).not.toHaveAttribute("aria-busy");
  start();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${nickname}`)}`);
  await expect(page.getByRole("dialog", { name: "Bildirimler" })).toBeHidden();
  await page.goBack();
  await expect(follow).not.toHaveAttribute("data-pressed");
});

test("a menu pressed before its code opens, whatever is added to the page (R371) @layout", async ({
  page,
}) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  const start = await openWithoutCode(page, "/surveys");
  await addIcons(page);
  await page.getByRole("button", { name: isPhone ? "Menü" : "Kayıt Ol" }).click();
  start();
  await expect(page.getByRole("dialog", { name: isPhone ? "Menü" : "Kayıt Ol" })).toBeVisible();
});

test("a press whose code cannot come says so, and the page works once it is loaded again (R375) @layout", async ({
  page,
  api,
}) => {
  const { nickname } = await signUp(api);
  const { promise, resolve: refuse } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto(`/profile/${nickname}`, { waitUntil: "domcontentloaded" });
  const follow = page.getByRole("button", { name: "Takip Et", exact: true });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-busy", "true");
  refuse();
  const note = page.getByRole("alert");
  await expect(note).toContainText("düğmeler çalışmıyor");
  await expect(follow).not.toHaveAttribute("aria-busy");
  await expectFitting(page, "a page whose code cannot come");
  await expectAccessible(page, "a page whose code cannot come");
  await page.unrouteAll();
  await note.getByRole("link", { name: "sayfayı yenileyin" }).press("Enter");
  await hydrated(page);
  await expect(note).toBeHidden();
  await follow.click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${nickname}`)}`);
});

test("a press that nothing can carry over is asked for again (R375)", async ({ page, api }) => {
  const { nickname } = await signUp(api);
  const start = await openWithoutCode(page, `/profile/${nickname}`);
  await page.route("**/assets/early-input*.js", (route) => route.abort());
  const follow = page.getByRole("button", { name: "Takip Et", exact: true });
  await follow.click();
  start();
  await expect(page.getByText("Lütfen Düğmeye Yeniden Basın")).toBeVisible();
  await expect(follow).not.toHaveAttribute("aria-busy");
  await follow.click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${nickname}`)}`);
});

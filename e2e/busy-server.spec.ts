import type { Page } from "@playwright/test";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

// While more pages are asked for than can be rendered, a document comes without its page, and the
// browser loads that. The document is the same for every address.

/** Asks for more new pages at once than the server renders, until a document has none. */
async function documentWithoutPage(url: string) {
  for (let i = 0; i < 20; i++) {
    const asked = Array.from({ length: 100 }, (_, n) =>
      fetch(`${url}/surveys?q=kalabalik${i}-${n}`),
    );
    for (const answer of await Promise.all(asked)) {
      const body = await answer.text();
      if (body.includes("data-shell")) return { body, headers: Object.fromEntries(answer.headers) };
    }
  }
  throw new Error("The server rendered everything.");
}

/** From now on every document of the tab comes without its page. */
async function serveDocumentsWithoutPages(page: Page, url: string): Promise<void> {
  const { body, headers } = await documentWithoutPage(url);
  await page.route(
    (address) => address.origin === url,
    (route) =>
      route.request().resourceType() === "document"
        ? route.fulfill({ status: 200, headers, body })
        : route.fallback(),
  );
}

test("while the server is busy, pages are loaded by the browser (R239)", async ({
  page,
  api,
  server,
}) => {
  const owner = await signUp(api);
  const question = "Yoğun saatte hangisi okunur?";
  const survey = await publishSurvey(api, owner, { question });
  await serveDocumentsWithoutPages(page, server.url);

  await page.goto(`/surveys/${survey.id}`);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await expect(page).toHaveTitle(/^Oy Kullan/);
  await expect(page.locator("html")).not.toHaveAttribute("data-shell");
  await expect(page.getByRole("radio")).toHaveCount(survey.options.length);
  await page.getByRole("radio").first().check();
  await expect(page.getByRole("button", { name: "Oyla" }).first()).toBeEnabled();

  await page.goto("/surveys");
  await expect(page.getByRole("heading", { name: "Tüm Anketler", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Tüm Anketler/);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();

  await page.goto("/discovery?q=yo%C4%9Fun");
  await expect(page.getByRole("searchbox")).toHaveValue("yoğun");
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  // The links of the menu know where they are.
  const here = page
    .getByRole("navigation", { name: "Ana menü" })
    .getByRole("link", { name: "Keşfet" });
  await expect(here).toHaveAttribute("aria-current", "page");

  await page.goto(`/profile/${owner.nickname}`);
  await expect(page.getByText(`@${owner.nickname}`).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await page.getByRole("link", { name: new RegExp(question) }).click();
  await expect(page).toHaveURL(new RegExp(`/surveys/${survey.id}$`));

  await page.goto("/surveys/999999999");
  await expect(page.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();
});

test("somebody signed in stays so in a page that the browser loads (R239)", async ({
  page,
  api,
  server,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  await serveDocumentsWithoutPages(page, server.url);
  await page.goto("/account");
  await expect(page.getByRole("button", { name: "Profil Düzenle" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a document without its page says what to do (R239)", async ({ page, server }) => {
    await serveDocumentsWithoutPages(page, server.url);
    await page.goto("/surveys");
    const words = page.locator("noscript p");
    await expect(words).toBeVisible();
    await expect(words).toContainText("Site şu anda çok yoğun.");
    await expect(page.getByText("Sayfa yükleniyor")).toBeHidden();
    await expect(page).toHaveTitle("Kanaat");
  });
});

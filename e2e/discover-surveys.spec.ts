import { BRAND } from "#contract/brand.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { cards, openFilters, searchBox } from "./discover-steps.ts";
import { expect, test } from "./fixtures.ts";

test("search folds Turkish letters, keeps the focus, and lives in the address (R4, R10, R94, R132) @postgres @main", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  await publishSurvey(api, owner, { question: "Diyarbakır'da ilk ne yenir?" });
  await publishSurvey(api, owner, { question: "Muğla'da nereye gidilir?" });
  await page.goto("/discovery");
  await expect(page).toHaveTitle(/^Keşfet/);
  await searchBox(page).pressSequentially("DIYARBAKIR");
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("Diyarbakır'da ilk ne yenir?");
  await expect(page.getByRole("status").filter({ hasText: "1 anket bulundu" })).toBeVisible();
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("DIYARBAKIR");
  await expect(page).toHaveURL(/\?q=DIYARBAKIR$/);

  await page.reload();
  await expect(searchBox(page)).toHaveValue("DIYARBAKIR");
  await expect(cards(page)).toHaveCount(1);
});

test("a card that stands in several documents marks its links for each of them (R173)", async ({
  request,
  api,
}) => {
  const owner = await signUp(api);
  const word = `belge${owner.id}`;
  // The first card of a page is not kept.
  for (const number of [1, 2]) await publishSurvey(api, owner, { question: `${word} ${number}?` });
  const lastAuthorIn = async (address: string) => {
    const html = await (await request.get(address)).text();
    const last = html.slice(html.lastIndexOf("<article"));
    return /<a [^>]*>/.exec(last)?.[0];
  };
  const listed = await lastAuthorIn(`/surveys?q=${word}`);
  expect(listed).toContain(`href="/profile/${owner.nickname}"`);
  expect(listed).not.toContain("aria-current");
  expect(await lastAuthorIn(`/profile/${owner.nickname}`)).toContain('aria-current="page"');
  expect(await lastAuthorIn(`/surveys?q=${word}%20`)).toBe(listed);
});

test("a card pressed right after typing opens, however long it takes", async ({ page, api }) => {
  const owner = await signUp(api);
  const word = `hemen${owner.id}`;
  // Found by its word: the list of all surveys may be a second old.
  const { id, question } = await publishSurvey(api, owner, { question: `${word} açılsın mı?` });
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.clock.install();
  await page.goto(`/surveys?q=${word}`);
  await page.route(`**/api/auth/surveys/${id}`, async (route) => {
    await mayArrive;
    await route.continue();
  });
  // What is typed is searched for only once time goes on, however slow this machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await searchBox(page).fill("baska");
  await cards(page)
    .getByRole("link", { name: /^Ankete Katıl/ })
    .click();
  await page.clock.runFor(1000);
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  await expect(page).toHaveURL(`/surveys/${id}`);
});

test("a filter chosen right after typing is combined with what was typed", async ({ page }) => {
  await page.goto("/surveys");
  await searchBox(page).fill("kahve");
  await page.getByRole("checkbox", { name: "Testler" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/q=kahve/);
  await expect(page).toHaveURL(/type=TEST/);
});

test("nothing found says so, and one press shows everything again", async ({ page, api }) => {
  await publishSurvey(api, await signUp(api));
  await page.goto("/surveys?q=boyleBirSoruYok&order=popular");
  await expect(page.getByText("Aradığınız gibi bir anket bulamadık")).toBeVisible();
  await page.getByRole("link", { name: "Filtreleri Kaldır" }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(searchBox(page)).toHaveValue("");
  await expect(page).toHaveURL("/surveys");
});

test("a list of tests says so", async ({ page, api }) => {
  const owner = await signUp(api);
  const word = `sinav${owner.id}`;
  await publishSurvey(api, owner, { question: word, type: "TEST" });
  await page.goto(`/surveys?type=TEST&q=${word}`);
  await expect(page).toHaveTitle(`Tüm Testler · ${BRAND}`);
  await expect(page.getByRole("heading", { level: 1, name: "Tüm Testler" })).toBeVisible();
  await expect(page.getByText("1 test bulundu")).toBeVisible();
  await page.goto(`/surveys?q=${word}`);
  await expect(page).toHaveTitle(`Tüm Anketler · ${BRAND}`);
  await expect(page.getByRole("heading", { level: 1, name: "Tüm Anketler" })).toBeVisible();
});

test("type, category and order filter, and going back undoes them (R95, R132) @layout @main", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const q = `süzgeç${owner.id}`;
  await publishSurvey(api, owner, { question: `${q} anketi`, category_id: 4 });
  await publishSurvey(api, owner, { question: `${q} testi`, category_id: 5, type: "TEST" });
  await page.goto(`/surveys?q=${encodeURIComponent(q)}`);
  await expect(cards(page)).toHaveCount(2);
  await openFilters(page);
  const box = (name: string) => page.getByRole("checkbox", { name }).filter({ visible: true });
  await expect(box("Hepsi")).toBeChecked();

  await box("Testler").check();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`${q} testi`);
  await expect(box("Hepsi")).not.toBeChecked();
  await expect(page).toHaveURL(/type=TEST/);

  await box("Anketler").click();
  await expect(cards(page)).toHaveCount(2);
  await expect(box("Hepsi")).toBeChecked();

  await page.getByLabel("Kategori").filter({ visible: true }).selectOption("Spor");
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`${q} anketi`);
  await page.getByLabel("Sıralama").filter({ visible: true }).selectOption("Yakında bitecek");
  await expect(page).toHaveURL(/category_id=4&order=ending/);

  await page.goBack();
  await expect(page).not.toHaveURL(/order=/);
  await page.goBack();
  await expect(cards(page)).toHaveCount(2);
});

test("a category is a press away on Keşfet, and so are all of them again", async ({ page }) => {
  await page.goto("/discovery?order=popular");
  const category = (name: string) =>
    page.getByRole("navigation", { name: "Kategoriler" }).getByRole("link", { name, exact: true });
  await expect(category("Hepsi")).toHaveAttribute("aria-current", "page");
  await category("Müzik").click();
  await expect(page).toHaveURL(/order=popular&category_id=5/);
  await expect(category("Müzik")).toHaveAttribute("aria-current", "page");
  await expect(category("Hepsi")).not.toHaveAttribute("aria-current");
  await category("Hepsi").click();
  await expect(page).toHaveURL("/discovery?order=popular");
});

test("the category that is chosen is in sight @layout", async ({ page }) => {
  await page.goto("/discovery");
  const links = page.getByRole("navigation", { name: "Kategoriler" }).getByRole("link");
  await links.last().click();
  await expect(links.last()).toHaveAttribute("aria-current", "page");
  await page.reload();
  await expect(links.last()).toBeInViewport({ ratio: 1 });
});

test("a card shows who asks, from when to when, and leads to the survey (R100, R133)", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const question = `Kartta ne yazar ${owner.id}?`;
  const { id } = await publishSurvey(api, owner, {
    question,
    type: "TEST",
    expire_time: "2099-03-04T09:00:00Z",
  });
  await page.goto(`/surveys?q=${encodeURIComponent(question)}`);
  const card = cards(page);
  await expect(card.getByRole("link", { name: `@${owner.nickname}` })).toHaveAttribute(
    "href",
    `/profile/${owner.nickname}`,
  );
  await expect(card).toContainText("Bitiş: 04.03.2099");
  await expect(card).toContainText("0 görüntülenme");
  await expect(card.getByText("Test", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: /Takip Et/ })).toBeVisible();
  await card.getByRole("link", { name: `Ankete Katıl: ${question}` }).click();
  await expect(page).toHaveURL(`/surveys/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
});

test("what an address says beyond what is known is left out", async ({ page }) => {
  await page.goto("/discovery?type=xyz&order=oldest&category_id=abc&utm_source=x");
  await expect(page).toHaveURL(/\/discovery$/);
  await page.goto(`/discovery?q=${"a".repeat(300)}`);
  await expect(page.getByRole("searchbox")).toHaveValue("a".repeat(100));
});

import { followPerson } from "#contract/endpoints/follows.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { CARDS_AT_ONCE, RESULTS_REFRESH_AFTER_MOUNT_MS } from "#contract/limits.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { fillWizard, optionTitle } from "./create-steps.ts";
import { cards } from "./discover-steps.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { option, outcome, showResults, voteButton } from "./vote-steps.ts";

test("Back and Forward lead through the wizard's sections, and leaving keeps the draft (R184)", async ({
  page,
}) => {
  await page.goto("/about");
  await fillWizard(page);
  const current = page.locator("[aria-current=step]");
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Yatay" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Başlık")).toHaveValue("Sabah ne içersiniz?");
  await page.goForward();
  await page.goForward();
  await expect(optionTitle(page, 1)).toHaveValue("Çay");
  await page.getByRole("button", { name: "Geri" }).click();
  await expect(current).toContainText("Tema");
  await page.reload();
  await expect(current).toContainText("Tema");
  await page.goBack();
  await expect(current).toContainText("Ana bilgiler");
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Anket" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel("Başlık")).toHaveValue("Sabah ne içersiniz?");
});

test("two tabs at different sections keep what was typed in either (R184)", async ({
  page,
  context,
}) => {
  await fillWizard(page);
  const other = await openTab(context);
  await other.goto("/survey/create");
  await expect(optionTitle(other, 2)).toHaveValue("Kahve");
  await other.getByRole("button", { name: "Ana bilgiler" }).click();
  await other.getByLabel("Başlık").fill("İkinci sekmeden");
  // Nobody types in two tabs within the same moment: this one has heard of the other first.
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
  await page.getByRole("button", { name: "Şıkları belirle" }).click();
  await optionTitle(page, 2).fill("Birinci sekmeden");
  await expect(other.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
  await page.reload();
  await expect(optionTitle(page, 2)).toHaveValue("Birinci sekmeden");
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  await expect(page.getByLabel("Başlık")).toHaveValue("İkinci sekmeden");
});

test("Back from a survey returns to the list as it was (R184) @layout", async ({ page, api }) => {
  const owner = await signUp(api);
  const word = `geri${owner.id}`;
  const all = CARDS_AT_ONCE + 2;
  for (let number = 1; number <= all; number += 1) {
    await publishSurvey(api, owner, { question: `${word} ${number}. soru`, category_id: 5 });
  }
  await page.goto(`/surveys?q=${word}&category_id=5`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(all);
  const last = cards(page)
    .last()
    .getByRole("link", { name: /^Ankete Katıl/ });
  await last.scrollIntoViewIfNeeded();
  const before = await last.evaluate((link) => link.getBoundingClientRect().top);
  await last.click();
  await expect(voteButton(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`q=${word}&category_id=5$`));
  await expect(cards(page)).toHaveCount(all);
  await expect
    .poll(async () =>
      Math.abs((await last.evaluate((link) => link.getBoundingClientRect().top)) - before),
    )
    .toBeLessThan(80);
});

test("a survey that follows another starts with a ballot, results and a view of its own (R184)", async ({
  page,
  api,
  login,
}) => {
  const [owner, voter] = [await signUp(api), await signUp(api)];
  const params = { userId: owner.id };
  await succeed(api.call(followPerson, { token: voter.token, params }));
  const first = await publishSurvey(api, owner, { question: `Önceki ${owner.id}?` });
  const next = await publishSurvey(api, owner, { question: `Sonraki ${owner.id}?` });
  const readsOf = (id: number) => reads.filter((url) => url.endsWith(`/${id}/responses/result`));
  const reads: string[] = [];
  page.on("request", (request) => reads.push(request.url()));
  await login(voter);
  await page.clock.install();
  await page.goto(`/surveys/${first.id}`);
  await option(page, "Çay").check();
  await voteButton(page).click();
  await expect(outcome(page)).toBeVisible();

  await page.getByRole("button", { name: /^Bildirimler/ }).click();
  const news = page.getByRole("dialog").getByRole("link", { name: next.question });
  const preloaded = page.waitForResponse((answer) => answer.url().endsWith(`/surveys/${next.id}`));
  await news.hover();
  await page.clock.runFor(100);
  await preloaded;
  await news.click();
  await expect(page.getByRole("heading", { level: 1, name: next.question })).toBeVisible();
  await expect(voteButton(page)).toHaveText("Oyla");
  await expect(voteButton(page)).toBeDisabled();
  await expect(outcome(page)).toBeHidden();
  // While they are still on their way, results are not asked for once more.
  await expect(await showResults(page)).toContainText("Toplam 0 oy");
  expect(readsOf(next.id)).toHaveLength(1);
  await page.clock.runFor(RESULTS_REFRESH_AFTER_MOUNT_MS);
  await expect.poll(() => readsOf(next.id).length).toBe(2);
  // A preload counts for nobody, this one no more than the browser's.
  const look = { params: { id: next.id }, headers: { purpose: "prefetch" } };
  const views = async () => (await succeed(api.call(getSurvey, look))).item.view_count;
  await expect.poll(views).toBe(1);
});

test("Back to another profile leaves the list of followers behind (R184)", async ({
  page,
  api,
}) => {
  const [fan, star] = [await signUp(api), await signUp(api, { name: "Zeynep Kaya" })];
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: star.id } }));
  await page.goto(`/profile/${fan.nickname}`);
  await page.getByRole("button", { name: "1 takip" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Zeynep Kaya/ })
    .click();
  await page.getByRole("button", { name: "1 takipçi" }).click();
  await expect(page.getByRole("dialog", { name: "Takipçiler" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/profile/${fan.nickname}`);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a login in one tab casts no vote that waits in another", async ({ page, context, api }) => {
  const survey = await publishSurvey(api, await signUp(api));
  const person = await signUp(api);
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Çay").check();
  await voteButton(page).click();
  await expect(page.getByRole("dialog", { name: "Kayıt Ol" })).toBeVisible();

  const other = await openTab(context);
  await other.goto("/login");
  await other.getByLabel("E-posta").fill(person.email);
  await other.getByLabel("Şifre", { exact: true }).fill(person.password);
  await other.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(voteButton(page)).toBeEnabled();
  await expect(voteButton(page)).toHaveText("Oyla");
  await expect(option(page, "Çay")).toBeChecked();
});

test("a login, a vote and a logout in one tab are seen in the other (R184) @main", async ({
  page,
  context,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  const other = await openTab(context);
  await page.goto(`/surveys/${survey.id}`);
  await other.goto("/login");
  await other.getByLabel("E-posta").fill(voter.email);
  await other.getByLabel("Şifre", { exact: true }).fill(voter.password);
  await other.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await expect(other).toHaveURL(/\/account$/);
  await expect(page.getByText("Giriş Başarılı")).toBeVisible();
  await option(page, "Çay").check();

  await other.goto(`/surveys/${survey.id}`);
  await option(other, "Kahve").check();
  await voteButton(other).click();
  await expect(voteButton(other)).toHaveText("Oy Verildi");
  // Every page of a headless browser is in sight; coming back to one is told by this event.
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(voteButton(page)).toHaveText("Oy Verildi");

  await other.goto("/logout");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Çıkış Yapıldı")).toBeVisible();
});

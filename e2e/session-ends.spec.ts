import type { Page } from "@playwright/test";
import { logout } from "#contract/endpoints/account.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, expectNoMessage, openTab, test } from "./fixtures.ts";
import { option, outcome, signInHere } from "./vote-steps.ts";

const expired = (page: Page) => page.getByText("Oturum Sona Erdi");
const loggedOut = (page: Page) => page.getByText("Çıkış Yapıldı");

/** As far as the server has taken the session; any tab may hold the stream, which each new tab has opened again. */
const signedIn = (page: Page, path: string) =>
  Promise.all([
    page.context().waitForEvent("response", (response) => /events\/stream/.test(response.url())),
    page.goto(path),
  ]);

async function pressLogOut(page: Page, isMobile: boolean): Promise<void> {
  await page.getByRole("button", { name: isMobile ? "Menü" : "Hesabım" }).click();
  await page.getByRole("button", { name: "Çıkış" }).click();
}

test("the server's clock alone ends a session", async ({ page, api, login }) => {
  const person = await signUp(api);
  await login({ ...person, expires_at: new Date(0).toISOString() });
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
});

test("the end of a session shows in every tab, and all stay where they are (R25) @main", async ({
  page,
  context,
  api,
  login,
}) => {
  const { token, ...person } = await signUp(api);
  await login({ ...person, token });
  await signedIn(page, "/support");
  const other = await openTab(context);
  // No request of this page is still under way that would report the end before it is loaded again.
  await signedIn(other, "/team");
  await succeed(api.call(logout, { token }));
  // Watched from the beginning, as the message stays for some seconds only.
  const messages = [page, other].map((tab) => expect(expired(tab)).toHaveCount(1));
  await Promise.all([other.reload(), ...messages]);
  await expect(page).toHaveURL(/\/support$/);
  await expectNoMessage(loggedOut(page));
});

test("a session that ended meanwhile breaks no survey that is opened", async ({
  page,
  context,
  api,
  login,
}) => {
  const { token, ...person } = await signUp(api);
  const survey = await publishSurvey(api, await signUp(api));
  await login({ ...person, token });
  await succeed(api.call(logout, { token }));
  // A slow phone shows it before it is done with the document; the page's errors are watched.
  const device = await context.newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(`/surveys/${survey.id}`);
  await expect(expired(page)).toHaveCount(1);
  await expect(page.getByRole("radio").first()).toBeVisible();
});

test("the end of a session shows with a dialog open all the same", async ({ page, api, login }) => {
  const { token, ...person } = await signUp(api);
  await login({ ...person, token });
  await signedIn(page, "/account");
  await page.getByRole("button", { name: "Şifre Değiştir" }).click();
  const dialog = page.getByRole("dialog", { name: "Şifre Değiştir" });
  await dialog.getByLabel("Şimdiki şifre", { exact: true }).fill(person.password);
  await dialog.getByLabel("Yeni şifre", { exact: true }).fill("baska-bir-sifre");
  await dialog.getByLabel("Yeni şifre tekrarı", { exact: true }).fill("baska-bir-sifre");
  await succeed(api.call(logout, { token }));
  await dialog.getByRole("button", { name: "Şifreyi Değiştir" }).click();
  await expect(expired(page)).toBeVisible();
});

test("the end of a session shows once, whatever is pressed (R25)", async ({
  page,
  api,
  login,
  isMobile,
}) => {
  const [person, other] = await Promise.all([signUp(api), signUp(api)]);
  await login(person);
  await signedIn(page, `/profile/${other.nickname}`);
  await succeed(api.call(logout, { token: person.token }));
  await page.getByRole("button", { name: "Takip Et" }).click();
  await expect(expired(page)).toHaveCount(1);

  const again = await signUp(api);
  await login(again);
  await signedIn(page, "/support");
  await succeed(api.call(logout, { token: again.token }));
  await pressLogOut(page, isMobile);
  await expect(loggedOut(page)).toHaveCount(1);
  await expectNoMessage(expired(page));
});

test("after a logout Back shows nothing that only this person might see (R26) @layout", async ({
  page,
  api,
  login,
  isMobile,
}) => {
  const owner = await signUp(api);
  const question = "Taşınalım mı?";
  const { id } = await publishSurvey(api, owner, { question, visibility: "private" });
  await login(owner);
  await page.goto(`/surveys/${id}`);
  await page.getByRole("radio", { name: "Çay" }).check();
  await pressLogOut(page, isMobile);
  await expect(loggedOut(page)).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await page.goBack();
  await expect(page.getByText("Bağlantı Hatası").first()).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  await expect(page).not.toHaveTitle(new RegExp(question.slice(0, -1)));
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("choice");
});

test("after a session has ended the next person finds nothing of the one before (R26)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const question = "Taşınalım mı?";
  const { id } = await publishSurvey(api, owner, { question, visibility: "private" });
  await login(owner);
  await signedIn(page, `/surveys/${id}`);
  await page.getByRole("radio", { name: "Çay" }).check();
  await page.getByRole("link", { name: "Yardım" }).click();
  await expect(page).toHaveURL(/\/support$/);
  await succeed(api.call(logout, { token: owner.token }));
  await page.getByRole("link", { name: "Tüm Anketler" }).click();
  await expect(expired(page)).toHaveCount(1);
  await page.route("**/api/**", (route) => route.abort());
  for (let step = 0; step < 2; step++) await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/surveys/${id}$`));
  await expect(page.getByText("Bağlantı Hatası").first()).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("choice");
});

test("the next person at this browser sees nothing of an earlier vote (R26)", async ({
  page,
  api,
  login,
}) => {
  const [voter, next] = [await signUp(api), await signUp(api)];
  const { id } = await publishSurvey(api, voter);
  await login(voter);
  await signedIn(page, `/surveys/${id}`);
  const tea = option(page, "Çay");
  await tea.check();
  await page.getByRole("button", { name: "Oyla" }).click();
  const thanks = outcome(page);
  await expect(thanks).toBeVisible();
  await succeed(api.call(logout, { token: voter.token }));
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(expired(page)).toHaveCount(1);
  await expect(thanks).toBeHidden();
  await expect(tea).not.toBeChecked();

  await option(page, "Kahve").check();
  await page.getByRole("button", { name: "Oyla" }).click();
  await signInHere(page, next);
  await expect(thanks).toBeVisible();
});

test("a logout that does not reach the server says so @layout", async ({
  page,
  api,
  login,
  isMobile,
}) => {
  await login(await signUp(api));
  await page.goto("/support");
  await page.route("**/api/auth/logout", (route) => route.abort());
  await pressLogOut(page, isMobile);
  await expect(loggedOut(page)).toBeVisible();
  await expect(page.getByText("Oturum Sunucuda Kapanmadı")).toBeVisible();
});

test("a logout shows immediately, and its late response ends no other session", async ({
  page,
  api,
  login,
}) => {
  const [before, next] = [await signUp(api), await signUp(api)];
  await login(before);
  await signedIn(page, "/support");
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/auth/logout", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await pressLogOut(page, false);
  await expect(loggedOut(page)).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Giriş Yap" }).click();
  await signInHere(page, next);
  const menu = page.getByRole("button", { name: "Hesabım" });
  await expect(menu).toBeVisible();
  const answered = page.waitForResponse("**/api/auth/logout");
  answer();
  await (await answered).finished();
  await expect(menu).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
});

test("a profile half edited outlives the session's end", async ({ page, api, login }) => {
  const person = await signUp(api);
  await login(person);
  await signedIn(page, "/account");
  const edit = page.getByRole("button", { name: "Profil Düzenle" });
  const biography = page.getByLabel("Biyografi");
  const text = "İstanbul’da yaşıyorum.";
  await edit.click();
  await biography.fill(text);
  await succeed(api.call(logout, { token: person.token }));
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(expired(page)).toHaveCount(1);

  await page.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await signInHere(page, person);
  await expect(biography).toHaveValue(text);
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await edit.click();
  await expect(biography).toHaveValue("");
});

test("a survey half changed outlives the session's end", async ({ page, api, login }) => {
  const owner = await signUp(api);
  await publishSurvey(api, owner, { question: "Taşınalım mı?" });
  await login(owner);
  await signedIn(page, "/account");
  await page.getByRole("button", { name: "Düzenle: Taşınalım mı?" }).click();
  const dialog = page.getByRole("dialog", { name: "Anketi Düzenle" });
  const description = dialog.getByLabel("Açıklama");
  const text = "Yeni ev daha büyük.";
  await description.fill(text);
  await succeed(api.call(logout, { token: owner.token }));
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(expired(page)).toHaveCount(1);

  await page.getByRole("main").getByRole("button", { name: "Giriş Yap" }).click();
  await signInHere(page, owner);
  await expect(description).toHaveValue(text);
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText("Anket Güncellendi")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a password's form that does not arrive is asked for again", async ({ page, api, login }) => {
  await login(await signUp(api));
  await page.goto("/account");
  const code = /change-password-form/;
  await page.route(code, (route) => route.abort());
  await page.getByRole("button", { name: "Şifre Değiştir" }).click();
  const dialog = page.getByRole("dialog", { name: "Şifre Değiştir" });
  await expect(dialog.getByText("Bağlantı Hatası")).toBeVisible();
  await page.unroute(code);
  await dialog.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(dialog.getByLabel("Şimdiki şifre", { exact: true })).toBeVisible();
});

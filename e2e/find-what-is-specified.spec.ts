import { HEADER_HIDE_SCROLL_PX, TOAST_SHORT_MS } from "#contract/limits.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { cards } from "./discover-steps.ts";
import { expect, expectNoMessage, test } from "./fixtures.ts";

test("the header names its places, and visitors open the login and the registration (R2, R121, R542)", async ({
  page,
}) => {
  await page.goto("/support");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  const header = page.getByRole("banner");
  const places = header.getByRole("navigation", { name: "Ana menü" }).getByRole("link");
  await expect(places).toHaveText(["Anasayfa", "Keşfet", "Destek"]);
  await expect(header.getByRole("link", { name: "Anket Oluştur" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Akış" })).toHaveAttribute("href", "/feed");
  for (const name of ["Giriş Yap", "Kayıt Ol"]) {
    await header.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

test("the account's menu has its four entries (R7, R122)", async ({ page, api, login }) => {
  await login(await signUp(api));
  await page.goto("/support");
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Hesabım" }).click();
  for (const name of ["Hesabım", "Davetler", "Bildirimler"]) {
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(header.getByRole("button", { name: "Çıkış", exact: true })).toBeVisible();
});

test("the header stays for 96 pixels and hides beyond them (R124)", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 300 });
  await page.goto("/boyle-bir-sayfa-yok");
  const header = page.getByRole("banner");
  await page.evaluate((y) => scrollTo(0, y), HEADER_HIDE_SCROLL_PX + 1);
  await expect(header).not.toBeInViewport();
  await page.evaluate((y) => scrollTo(0, y), HEADER_HIDE_SCROLL_PX);
  await expect(header).toBeInViewport();
});

test("the footer has its columns and the legal texts (R125)", async ({ page }) => {
  await page.goto("/support");
  const footer = page.getByRole("contentinfo");
  const company = footer.getByRole("navigation", { name: "Şirket" }).getByRole("link");
  await expect(company).toHaveText(["İletişim", "Ekip", "Hakkımızda", "Blog"]);
  await expect(footer.getByRole("navigation", { name: "Destek" })).toBeVisible();
  await expect(footer.getByRole("heading", { name: "Uygulamalar" })).toBeVisible();
  await expect(
    footer.getByRole("navigation", { name: "Yasal metinler" }).getByRole("link"),
  ).toHaveText(["Gizlilik Politikası", "KVKK Aydınlatma Metni"]);
});

test("the address /logout logs out and leads home (R21, R24, R27, R116)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/healthz");
  await page.evaluate(() => sessionStorage.setItem("choice:1", "2"));
  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Çıkış Yapıldı")).toHaveCount(1);
  const left = () => [localStorage.token, localStorage.expires_at, sessionStorage["choice:1"]];
  expect(await page.evaluate(left)).toEqual([undefined, undefined, undefined]);
  await page.reload();
  await expectNoMessage(page.getByText("Çıkış Yapıldı"));
});

test("a browser that opens /logout ahead logs nobody out until it shows the page (R264)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  });
  await page.goto("/logout");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page).toHaveURL("/logout");
  expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
  await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")));
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("going back after a logout shows nothing of the person any more (R26)", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  const { name } = person;
  await login(person);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  // As a browser does that kept the page, which the one of the tests never does.
  await page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText(name)).toHaveCount(0);
});

test("a page that the browser kept shows nothing of who was signed in before (R26)", async ({
  page,
  api,
  login,
}) => {
  const [before, now] = [await signUp(api, { name: "Ayşe Önce" }), await signUp(api)];
  await login(before);
  await page.goto("/account");
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await expect(page.getByLabel("Ad soyad")).toHaveValue(before.name);
  await page.evaluate((token) => {
    localStorage.token = token;
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }, now.token);
  await expect(page.getByRole("heading", { level: 1, name: now.name })).toBeVisible();
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await expect(page.getByLabel("Ad soyad")).toHaveValue(now.name);
});

test("the toast of a login or logout that another page could not show shows once (R27)", async ({
  page,
  api,
  login,
}) => {
  const leaveFlag = async (name: string) => {
    await login(await signUp(api));
    await page.goto("/healthz");
    await page.evaluate((flag) => sessionStorage.setItem(flag, "true"), name);
    await page.goto("/support");
  };
  const flags = () => page.evaluate(() => [sessionStorage.isLogin, sessionStorage.isLogout]);
  await leaveFlag("isLogin");
  await expect(page.getByText("Giriş Başarılı")).toHaveCount(1);
  expect(await flags()).toEqual([undefined, undefined]);
  await page.reload();
  await expectNoMessage(page.getByText("Giriş Başarılı"));

  await leaveFlag("isLogout");
  await expect(page.getByText("Çıkış Yapıldı")).toHaveCount(1);
  expect(await flags()).toEqual([undefined, undefined]);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await expect(page.locator("html")).toHaveAttribute("data-auth", "out");
  await page.reload();
  await expectNoMessage(page.getByText("Çıkış Yapıldı"));
});

test("a new account shows who they are, and invites to ask (R104, R108, R109, R131)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api, { gender: "man", birth_date: "23.04.1990", city_id: 21 }));
  await page.goto("/account");
  await expect(page).toHaveTitle(/^Hesabım/);
  const about = page.getByRole("region", { name: "Hakkında" });
  for (const text of ["Erkek", "23.04.1990", "Diyarbakır", "bulunamadı."]) {
    await expect(about).toContainText(text);
  }
  await expect(page.getByRole("tab")).toHaveText([/^Anketler \(0\)$/, /^Testler \(0\)$/]);
  await expect(page.getByText("İlk anketinizi oluşturun")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Anket Oluştur" }).first()).toBeVisible();
  await expect(main.getByRole("button", { name: "Profil Düzenle" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Popüler Kullanıcılar" })).toBeVisible();
});

test("the registration offers the specified choices (R31, R32)", async ({ page }) => {
  await page.goto("/register");
  const choices = (label: string) => page.getByLabel(label, { exact: true }).getByRole("option");
  await expect(choices("Cinsiyet")).toHaveText(["Seçin", "Erkek", "Kadın", "Diğer"]);
  for (const [label, count] of [
    ["Gün", 31],
    ["Ay", 12],
    ["Yıl", 70],
    ["Şehir", 81],
  ] as const) {
    await expect(choices(label)).toHaveCount(count + 1);
  }
  const thisYear = new Date().getFullYear();
  await expect(choices("Yıl").nth(1)).toHaveText(String(thisYear - 1));
  await expect(choices("Yıl").last()).toHaveText(String(thisYear - 70));
});

test("the toast of a login stays for three seconds (R27, R126)", async ({ page, api }) => {
  const { email, password } = await signUp(api);
  await page.clock.install();
  await page.goto("/login");
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Giriş Yap" }).click();
  const toast = page.getByText("Giriş Başarılı");
  await expect(toast).toBeVisible();
  await page.clock.runFor(TOAST_SHORT_MS);
  await expect(toast).toBeHidden();
});

test("a person's own card has no follow button, and says Süresiz without an end (R43, R100)", async ({
  page,
  api,
  login,
}) => {
  const [owner, other] = [await signUp(api), await signUp(api)];
  const question = `Kimin kartı ${owner.id}?`;
  for (const author of [owner, other]) await publishSurvey(api, author, { question });
  await login(owner);
  await page.goto(`/surveys?q=${encodeURIComponent(question)}`);
  const followButton = { has: page.getByRole("button", { name: /Takip Et/ }) };
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).filter(followButton)).toHaveCount(1);
  const own = cards(page).filter({ hasText: owner.nickname });
  await expect(own).toContainText("Süresiz");
  await expect(own.filter(followButton)).toHaveCount(0);
});

test("the pages of login and registration lead to each other (R14)", async ({ page }) => {
  await page.goto("/login");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Kayıt Ol" }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Kayıt Ol" })).toBeVisible();
  await main.getByRole("link", { name: "Giriş Yap" }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Giriş Yap" })).toBeVisible();
});

test("card, ballot and profile show when it starts, its picture and the nickname (R131, R133, R134)", async ({
  page,
  api,
}) => {
  const owner = await signUp(api);
  const question = `Ne zaman başladı ${owner.id}?`;
  const { id, start_time } = await publishSurvey(api, owner, { question });
  const start = page.getByRole("main").locator(`time[datetime="${start_time}"]`);
  const pictures = page.getByRole("main").locator('img[src*="/images/"]');
  await page.goto(`/surveys?q=${encodeURIComponent(question)}`);
  await expect(start).toHaveText(/^\d{2}\.\d{2}\.\d{4}$/);
  await expect(pictures).toHaveCount(1);
  await page.goto(`/surveys/${id}`);
  await expect(start).toHaveText(/^\d{2}\.\d{2}\.\d{4}$/);
  // The survey's own and one for each of its two options.
  await expect(pictures).toHaveCount(3);
  await page.goto(`/profile/${owner.nickname}`);
  await expect(page.getByRole("main").getByText(`@${owner.nickname}`).first()).toBeVisible();
});

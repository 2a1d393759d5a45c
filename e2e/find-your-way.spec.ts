import { BRAND } from "#contract/brand.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

test("every page of the table has its title (R115) @main", async ({ page }) => {
  const titles = {
    "/": "Anasayfa",
    "/surveys": "Tüm Anketler",
    "/survey/create": "Anket Oluştur",
    "/discovery": "Keşfet",
    "/login": "Giriş Yap",
    "/register": "Kayıt Ol",
    "/about": "Hakkımda",
    "/support": "Destek",
    "/contact": "İletişim",
    "/team": "Ekip",
    "/company": "Şirket",
    "/blog": "Blog",
    "/invitations": "Davetler",
    "/notifications": "Bildirimler",
    "/transparency": "Şeffaflık",
    "/privacy": "Gizlilik Politikası",
    "/kvkk": "KVKK Aydınlatma Metni",
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · ${BRAND}`);
  }
});

test("what is not there says so, with its status and a way on (R115, R117) @main", async ({
  page,
}) => {
  for (const path of ["/boyle-bir-sayfa-yok", "/surveys/999999", "/profile/hic_kimse", "/%"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();
    await expect(page).toHaveTitle(`Sayfa Bulunamadı · ${BRAND}`);
  }
  await page.getByRole("link", { name: "Anasayfaya Dön" }).click();
  await expect(page).toHaveTitle(`Anasayfa · ${BRAND}`);
});

test("a link that was copied with more behind it leads where it should (R263)", async ({
  page,
}) => {
  for (const behind of ["%20", ").", "%E2%80%9D,", "?fbclid=a&utm_source=b"]) {
    await page.goto(`/support${behind}`);
    await expect(page).toHaveTitle(`Destek · ${BRAND}`);
    await expect(page).toHaveURL("/support");
  }
});

test("a document is the same for visitors and people signed in (R173)", async ({
  api,
  request,
}) => {
  const { token } = await signUp(api);
  const asVisitor = await request.get("/support");
  const signedIn = await request.get("/support", { headers: { authorization: `Bearer ${token}` } });
  expect(await signedIn.text()).toBe(await asVisitor.text());
  expect(asVisitor.headers()["content-security-policy"]).not.toContain("unsafe");
});

test("the header hides while the page scrolls down, and the keyboard brings it back (R124)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 700, height: 300 });
  await page.goto("/boyle-bir-sayfa-yok");
  const header = page.getByRole("banner");
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 150);
  await expect(header).not.toBeInViewport();
  await page.getByRole("button", { name: "Menü" }).focus();
  await expect(header).toBeInViewport();
});

test("the keyboard skips to the content first", async ({ page }) => {
  await page.goto("/boyle-bir-sayfa-yok");
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "İçeriğe geç" }).press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Anasayfaya Dön" })).toBeFocused();
});

test("the account's menu opens and closes (R115, R122)", async ({ page, api, login }) => {
  await login(await signUp(api));
  await page.goto("/support");
  const button = page.getByRole("button", { name: "Hesabım" });
  const invitations = page.getByRole("banner").getByRole("link", { name: "Davetler" });
  await button.click();
  await expect(invitations).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(invitations).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await page.getByRole("main").click({ position: { x: 5, y: 5 } });
  await expect(invitations).toBeHidden();

  await button.click();
  await invitations.click();
  await expect(page).toHaveTitle(`Davetler · ${BRAND}`);
  await expect(invitations).toBeHidden();
});

test("the menu of small screens leads everywhere (R7, R123) @phone", async ({ page }) => {
  await page.goto("/support");
  const opener = page.getByRole("button", { name: "Menü" });
  await opener.click();
  const menu = page.getByRole("dialog", { name: "Menü" });
  for (const name of ["Anasayfa", "Anketler", "Testler", "Anket Oluştur", "Keşfet", "Giriş Yap"]) {
    await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await menu.getByRole("button", { name: "Kapat" }).click();
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole("link", { name: "Keşfet" }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveTitle(`Keşfet · ${BRAND}`);
});

test("logging out forgets the session here and on the server, and leads home (R5, R24) @main", async ({
  page,
  api,
  login,
  request,
}) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/support");
  await page.getByRole("button", { name: "Hesabım" }).click();
  await page.getByRole("button", { name: "Çıkış" }).click();
  await expect(page.getByText("Çıkış Yapıldı")).toBeVisible();
  await expect(page).toHaveTitle(`Anasayfa · ${BRAND}`);
  await expect(page.getByRole("button", { name: "Giriş Yap" })).toBeVisible();
  const headers = { authorization: `Bearer ${person.token}` };
  expect((await request.get("/api/auth/account/my", { headers })).status()).toBe(401);
});

test("the end of a session by the server shows once, and the page stays (R23, R25)", async ({
  page,
  api,
  login,
}) => {
  await login({ ...(await signUp(api)), token: "unknown" });
  await page.goto("/support");
  await expect(page.getByText("Oturum Sona Erdi")).toHaveCount(1);
  await expect(page).toHaveTitle(`Destek · ${BRAND}`);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("a press beside closes what is only looked at, and no dialog that is filled in (R182) @layout", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await publishSurvey(api, owner, { question: "Çay mı, kahve mi?" });
  const pressBeside = async () => {
    // Beyond the time in which it could be the second half of a double click.
    await page.clock.fastForward(1000);
    await page.mouse.click(3, 3);
  };
  await page.clock.install();
  await page.goto("/about");
  await page.getByRole("button", { name: "Bildirimler" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Giriş Yap" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Kayıt Ol" }).click();
  await page.getByLabel("E-posta").fill("can@ornek.com");
  await pressBeside();
  await expect(page.getByLabel("E-posta")).toHaveValue("can@ornek.com");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Düzenle: Çay mı, kahve mi?" }).click();
  await page.getByLabel("Açıklama").fill("Sabah kahvaltısında.");
  await pressBeside();
  await expect(page.getByLabel("Açıklama")).toHaveValue("Sabah kahvaltısında.");
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const name of ["Bildirimler", "0 takipçi", "Sil: Çay mı, kahve mi?"]) {
    await page.getByRole("button", { name }).click();
    await page.clock.fastForward(1000);
    await expect(page.getByRole("dialog")).toHaveAttribute("closedby", "any");
    await page.mouse.click(3, 3);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

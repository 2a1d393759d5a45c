import { updateAccount } from "#contract/endpoints/account.ts";
import { followPerson, getFollowStatus } from "#contract/endpoints/follows.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, openTab, test } from "./fixtures.ts";

test("a profile is followed and unfollowed, and is right after a reload (R5, R102, R131) @postgres @main", async ({
  page,
  api,
  login,
}) => {
  const zeynep = await signUp(api, { name: "Zeynep Kaya" });
  await publishSurvey(api, zeynep, { question: "Mahalleye hangi ağaç dikilsin?" });
  await login(await signUp(api, { name: "Ali Vural" }));
  await page.goto(`/profile/${zeynep.nickname}`);
  await expect(page).toHaveTitle(/Zeynep Kaya/);
  await expect(page.getByRole("heading", { name: "Mahalleye hangi ağaç dikilsin?" })).toBeVisible();

  await page.getByRole("button", { name: "Takip Et", exact: true }).click();
  await expect(page.getByText("İşlem Başarılı")).toBeVisible();
  await expect(page.getByText("Kullanıcıyı takip etmeye başladınız")).toBeVisible();
  await expect(page.getByRole("button", { name: "1 takipçi" })).toBeVisible();

  await expect(async () => {
    await page.reload();
    await page.getByRole("button", { name: "1 takipçi" }).click({ timeout: 1000 });
  }).toPass();
  const list = page.getByRole("dialog", { name: "Takipçiler" });
  await expect(list.getByRole("link", { name: /Ali Vural/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Takibi Bırak", exact: true }).click();
  await expect(page.getByText("Kullanıcıyı takip etmeyi bıraktınız")).toBeVisible();
  await expect(page.getByRole("button", { name: "0 takipçi" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Takip Et", exact: true })).toBeVisible();
});

test("on a card a follow is confirmed in the card's words (R102, R131)", async ({
  page,
  api,
  login,
}) => {
  const [zeynep, ali] = [await signUp(api, { name: "Zeynep Kaya" }), await signUp(api)];
  await succeed(api.call(followPerson, { token: ali.token, params: { userId: zeynep.id } }));
  await login(await signUp(api));
  await page.goto(`/profile/${ali.nickname}`);
  await page.getByRole("button", { name: "1 takip" }).click();
  const list = page.getByRole("dialog", { name: "Takip Edilenler" });
  await list.getByRole("button", { name: "Takip Et: Zeynep Kaya" }).click();
  await expect(page.getByText("Bilgilendirme")).toBeVisible();
  await expect(page.getByText("Zeynep Kaya takip ettiniz")).toBeVisible();
  await list.getByRole("button", { name: "Takibi Bırak: Zeynep Kaya" }).click();
  await expect(page.getByText("Zeynep Kaya takip etmeyi bıraktınız")).toBeVisible();
  await list.getByRole("link", { name: /Zeynep Kaya/ }).click();
  await expect(page).toHaveURL(new RegExp(zeynep.nickname));
  await expect(list).toBeHidden();
});

test("after unfollowing by keyboard the focus stays in the list", async ({ page, api, login }) => {
  const me = await signUp(api);
  for (const name of ["Can Öz", "Ece Su"]) {
    const { id } = await signUp(api, { name });
    await succeed(api.call(followPerson, { token: me.token, params: { userId: id } }));
  }
  await login(me);
  await page.goto("/account");
  await page.getByRole("button", { name: "2 takip" }).click();
  const list = page.getByRole("dialog", { name: "Takip Edilenler" });
  await list.getByRole("button", { name: "Takibi Bırak: Can Öz" }).press("Enter");
  await expect(list.getByRole("link", { name: /Can Öz/ })).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(list.getByRole("link", { name: /Ece Su/ })).toBeFocused();
  await list.getByRole("button", { name: "Takibi Bırak: Ece Su" }).press("Enter");
  await expect(list.getByText("Henüz kimse takip edilmiyor")).toBeVisible();
  await expect(list.locator(":focus")).toContainText("Henüz kimse takip edilmiyor");
});

test("a visitor is led to the login and back (R4, R10, R100)", async ({ page, api }) => {
  const [person, visitor] = [await signUp(api), await signUp(api)];
  await page.goto(`/profile/${person.nickname}`);
  await page.getByRole("button", { name: "Takip Et", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(visitor.email);
  await form.getByLabel("Şifre", { exact: true }).fill(visitor.password);
  await form.getByRole("button", { name: "Giriş Yap" }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${person.nickname}$`));
  await expect(page.getByText("Kullanıcıyı takip etmeye başladınız")).toBeVisible();
  await expect(page.getByRole("button", { name: "Takibi Bırak", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "1 takipçi" })).toBeVisible();
});

test("signing in elsewhere does not follow the person a visitor was about to follow", async ({
  page,
  context,
  api,
}) => {
  const [person, somebody] = [await signUp(api), await signUp(api)];
  await page.goto(`/profile/${person.nickname}`);
  await page.getByRole("button", { name: "Takip Et", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  const other = await openTab(context);
  await other.goto("/healthz");
  const { token, expires_at } = somebody;
  await other.evaluate((session) => Object.assign(localStorage, session), { token, expires_at });
  await expect(page).toHaveURL(new RegExp(`/profile/${person.nickname}$`));
  await expect(page.getByRole("button", { name: "Takip Et", exact: true })).toBeVisible();
  const status = { token, params: { userId: person.id } };
  expect((await succeed(api.call(getFollowStatus, status))).item).toBe(false);
});

test("what has ended says so on the profile", async ({ page, api }) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { question: "Geçen yaz nasıldı?" });
  await publishSurvey(api, owner, { question: "Bu kış nasıl olsun?" });
  await succeed(api.call(closeSurvey, { token: owner.token, params: { id } }));
  await page.goto(`/profile/${owner.nickname}`);
  const card = (question: string) => page.getByRole("article").filter({ hasText: question });
  await expect(card("Geçen yaz nasıldı?")).toContainText("Sona erdi");
  await expect(card("Bu kış nasıl olsun?")).not.toContainText("Sona erdi");
});

test("gender and birth date are shown by the person's own choice alone (R67)", async ({
  page,
  api,
}) => {
  const { token, nickname } = await signUp(api, { gender: "women", birth_date: "23.04.1990" });
  const about = page.getByRole("region", { name: "Hakkında" });
  await page.goto(`/profile/${nickname}`);
  await expect(about).toContainText("bulunamadı.");
  await expect(about).not.toContainText("1990");
  const body = { show_details: true, biography: "Kahve ve sorular." };
  await succeed(api.call(updateAccount, { token, body }));
  // A document may be a second old.
  await expect(async () => {
    await page.reload();
    await expect(about).toContainText("Kadın", { timeout: 1000 });
  }).toPass();
  await expect(about).toContainText("23.04.1990");
  await expect(about).toContainText("Kahve ve sorular.");
});

test("the person's own nickname leads to the account, an unknown one to nothing (R117, R118)", async ({
  page,
  api,
  login,
}) => {
  const me = await signUp(api);
  await login(me);
  await page.goto(`/users/${me.nickname.toUpperCase()}`);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { name: me.name })).toBeVisible();
  const answer = await page.goto("/profile/boyle_biri_yok");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();
});

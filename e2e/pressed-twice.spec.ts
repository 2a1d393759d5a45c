import type { Locator, Page, Request } from "@playwright/test";
import { login as logIn } from "#contract/endpoints/account.ts";
import { followPerson, getFollowStatus } from "#contract/endpoints/follows.ts";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { openFilledWizard, optionTitle } from "./create-steps.ts";
import { expect, test as journey } from "./fixtures.ts";
import { fillRegistration } from "./register-steps.ts";
import { option, voteButton } from "./vote-steps.ts";

/** As a mouse does it, wherever the button is when the second press comes. */
async function pressTwice(button: Locator): Promise<void> {
  const page = button.page();
  await button.hover();
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
  }
}

/** Every call that changes something is sent once, and none is refused. */
const test = journey.extend<{ nothingDoubled: undefined }>({
  nothingDoubled: [
    async ({ page }, use) => {
      const [calls, refused]: [string[], string[]] = [[], []];
      const isChange = (request: Request) =>
        request.method() !== "GET" && !request.url().endsWith("/read");
      const nameOf = (request: Request) => `${request.method()} ${request.url()}`;
      page.on("request", (request) => {
        if (isChange(request)) calls.push(nameOf(request));
      });
      page.on("response", (answer) => {
        if (isChange(answer.request()) && !answer.ok()) refused.push(nameOf(answer.request()));
      });
      await use(undefined);
      expect(calls, "calls that were sent twice").toEqual([...new Set(calls)]);
      expect(refused, "calls that were refused").toEqual([]);
    },
    { auto: true },
  ],
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("a person registers, signs in and logs out once (R181) @layout", async ({ page, api }) => {
  await page.goto("/register");
  const { email, password } = await fillRegistration(page);
  await pressTwice(button(page, "Üye Ol"));
  await expect(page.getByText("Kayıt Başarılı")).toHaveCount(1);

  await page.goto("/login");
  await page.getByLabel("E-posta").fill(email);
  await page.getByLabel("Şifre", { exact: true }).fill(password);
  await pressTwice(page.getByRole("main").getByRole("button", { name: "Giriş Yap" }));
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText("Giriş Başarılı")).toHaveCount(1);

  // The address is there before the page, with which an open menu would close.
  await expect(page.getByRole("heading", { level: 1, name: "Işıl Çağ" })).toBeVisible();
  const isPhone = await button(page, "Menü").isVisible();
  await button(page, isPhone ? "Menü" : "Hesabım")
    .first()
    .click();
  await pressTwice(button(page, "Çıkış"));
  await expect(page.getByText("Çıkış Yapıldı")).toHaveCount(1);
  await expect(page).toHaveURL(/\/$/);
  await succeed(api.call(logIn, { body: { email, password } }));
});

test("a person follows and votes once (R181) @main", async ({ page, api, login }) => {
  const [owner, me] = [await signUp(api), await signUp(api)];
  const survey = await publishSurvey(api, owner);
  await login(me);
  await page.goto(`/profile/${owner.nickname}`);
  await pressTwice(button(page, "Takip Et").first());
  await expect(button(page, "Takibi Bırak").first()).toBeVisible();
  const follows = { token: me.token, params: { userId: owner.id } };
  await expect.poll(async () => (await api.call(getFollowStatus, follows)).body.item).toBe(true);

  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await pressTwice(voteButton(page));
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
  expect(items.map(({ count }) => count)).toEqual([0, 1]);
});

test("one card is added, one is deleted, and one section is left (R181) @layout", async ({
  page,
}) => {
  await openFilledWizard(page, { options: ["Çay", "Kahve", "Su"] });
  let choosers = 0;
  page.on("filechooser", () => (choosers += 1));
  await pressTwice(button(page, "Şık ekle"));
  await expect(page.getByText("4 / 20 şık")).toBeVisible();
  await pressTwice(button(page, "1. şıkkı sil"));
  await expect(page.getByText("3 / 20 şık")).toBeVisible();
  await expect(optionTitle(page, 1)).toHaveValue("Kahve");
  await pressTwice(button(page, "Geri"));
  await expect(page.getByRole("heading", { name: "Tema" })).toBeVisible();
  await pressTwice(button(page, "Devam Et"));
  await expect(optionTitle(page, 2)).toHaveValue("Su");
  expect(choosers).toBe(0);
});

test("an owner saves, invites, renews, ends and deletes once (R181)", async ({
  page,
  api,
  login,
}) => {
  const [owner, guest] = [await signUp(api), await signUp(api)];
  const { token } = owner;
  const kept = await publishSurvey(api, owner, { question: "Bu kalsın", visibility: "private" });
  await publishSurvey(api, owner, { question: "Bu silinsin" });
  await login(owner);
  await page.goto("/account");
  await button(page, "Profil Düzenle").click();
  await page.getByLabel("Biyografi").fill("İki kez basarım.");
  await pressTwice(button(page, "Kaydet"));
  await expect(page.getByText("Profil Kaydedildi")).toHaveCount(1);

  await pressTwice(button(page, "Davet Et: Bu kalsın"));
  const sharing = page.getByRole("dialog", { name: "Davet Et", exact: true });
  await sharing.getByLabel("Kullanıcı adıyla davet edin").fill(guest.nickname);
  await pressTwice(sharing.getByRole("button", { name: "Davet Et", exact: true }));
  await expect(page.getByText("Davet Gönderildi")).toHaveCount(1);
  await sharing.getByRole("button", { name: "Bağlantıyı Yenile" }).click();
  await pressTwice(button(page, "Yenile").last());
  await expect(page.getByText("Bağlantı Yenilendi")).toHaveCount(1);
  await sharing.getByRole("button", { name: "Kapat", exact: true }).first().click();

  for (const [open, confirm] of [
    ["Anketi Bitir: Bu kalsın", "Anketi Bitir"],
    ["Sil: Bu silinsin", "Kalıcı Olarak Sil"],
  ] as const) {
    await pressTwice(button(page, open));
    const dialog = page.getByRole("dialog");
    await pressTwice(dialog.getByRole("button", { name: confirm, exact: true }));
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/account$/);
  }
  const params = { id: kept.id };
  const { items } = await succeed(api.call(listOwnSurveys, { token }));
  expect(items.map(({ question }) => question)).toEqual(["Bu kalsın"]);
  expect((await succeed(api.call(getSurvey, { token, params }))).item.state).toBe("ended");

  await button(page, "Hesabımı Sil").click();
  await page.getByLabel("Şifreniz", { exact: true }).fill(owner.password);
  await pressTwice(button(page, "Hesabımı Kalıcı Olarak Sil"));
  await expect(page.getByText("Hesabınız Silindi")).toHaveCount(1);
  await expect(page).toHaveURL(/\/$/);
});

test("what is long is read on once, and panels stay open (R181) @layout", async ({
  page,
  api,
  login,
}) => {
  const me = await signUp(api);
  const fans = await Promise.all(Array.from({ length: 26 }, () => signUp(api)));
  for (const { token } of fans) {
    await succeed(api.call(followPerson, { token, params: { userId: me.id } }));
  }
  await login(me);
  await page.goto("/about");
  await pressTwice(button(page, /^Bildirimler/));
  const panel = page.getByRole("dialog", { name: "Bildirimler" });
  await expect(panel.getByRole("listitem")).toHaveCount(24);
  await pressTwice(panel.getByRole("button", { name: "Daha Fazla Göster" }));
  await expect(panel.getByRole("listitem")).toHaveCount(26);
});

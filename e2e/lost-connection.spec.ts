import type { Page } from "@playwright/test";
import { getAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { fillRegistration } from "./register-steps.ts";
import { option, voteButton } from "./vote-steps.ts";

const UNREACHABLE = "Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.";

/** The server does what the next such call asks for, but its answer is lost on the way. */
const loseAnswer = (page: Page, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

async function closeMessage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Mesajı kapat" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
}

test("a vote without a connection is reported, and one whose response was lost counts once (R157, R183) @main", async ({
  page,
  context,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await context.setOffline(true);
  await voteButton(page).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expect(option(page, "Kahve")).toBeChecked();
  await context.setOffline(false);
  await closeMessage(page);
  await loseAnswer(page, "**/responses");
  await voteButton(page).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  const { items } = await succeed(api.call(getResults, { params: { id: survey.id } }));
  expect(items.map(({ count }) => count)).toEqual([0, 1]);
});

test("a registration keeps all that was filled in, and completes though its response was lost (R183)", async ({
  page,
  context,
  api,
}) => {
  await page.goto("/register");
  const { email, nickname, password } = await fillRegistration(page);
  const file = await picture();
  const photo = { name: "ben.png", mimeType: file.type, buffer: Buffer.from(await file.bytes()) };
  await page.getByLabel("Profil resmi (isteğe bağlı)", { exact: true }).setInputFiles(photo);
  const remove = page.getByRole("button", { name: /kaldır$/ });
  await expect(remove).toBeVisible();
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  const submit = page.getByRole("button", { name: "Üye Ol" });
  await context.setOffline(true);
  await submit.click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expect(page.getByLabel("E-posta")).toHaveValue(email);
  await expect(page.getByLabel("Yıl")).toHaveValue("1988");
  await expect(remove).toBeVisible();
  await context.setOffline(false);
  await closeMessage(page);
  await loseAnswer(page, "**/api/auth/register");
  await submit.click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await submit.click();
  await expect(page.getByText("Kayıt Başarılı")).toBeVisible();
  const { token } = await signIn(api, { email, password });
  const { item } = await succeed(api.call(getAccount, { token }));
  expect(item.nickname).toBe(nickname);
  expect(item.image).not.toBeNull();
});

test("a login and a profile wait for the connection and continue with the same press (R183)", async ({
  page,
  context,
  api,
}) => {
  const person = await signUp(api);
  await page.goto("/login");
  await page.getByLabel("E-posta").fill(person.email);
  await page.getByLabel("Şifre", { exact: true }).fill(person.password);
  const submit = page.getByRole("main").getByRole("button", { name: "Giriş Yap" });
  await context.setOffline(true);
  await submit.click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expect(page.getByLabel("Şifre", { exact: true })).toHaveValue(person.password);
  await context.setOffline(false);
  await submit.click();

  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await page.getByLabel("Biyografi").fill("Hat kopsa da kalır.");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await expect(page.getByLabel("Biyografi")).toHaveValue("Hat kopsa da kalır.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText("Profil Kaydedildi")).toBeVisible();
});

test("what cannot be opened says why, and opens in its place when the connection is back (R183)", async ({
  page,
  context,
  api,
  login,
}) => {
  const [me, fan] = [await signUp(api), await signUp(api)];
  const question = `Hat gelince okunur mu ${me.id}?`;
  await publishSurvey(api, fan, { question });
  await login(me);
  await page.goto(`/surveys?q=${encodeURIComponent(question)}`);
  await expect(page.getByRole("button", { name: /^Takip Et/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Takip Et/ }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await page.getByRole("button", { name: "Mesajı kapat" }).click();

  await page.getByRole("button", { name: "Bildirimler" }).click();
  const panel = page.getByRole("dialog", { name: "Bildirimler" });
  await expect(panel.getByText(UNREACHABLE)).toBeVisible();
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: me.id } }));
  await context.setOffline(false);
  await panel.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(panel.getByText("sizi takip etmeye başladı")).toBeVisible();
  await panel.getByRole("button", { name: "Kapat" }).click();

  await context.setOffline(true);
  await page.getByRole("link", { name: `Ankete Katıl: ${question}` }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  const again = page.getByRole("button", { name: "Tekrar Dene" });
  await again.press("Enter");
  await expect(again).toHaveAttribute("aria-busy", "true");
  await expect(again).toHaveAttribute("aria-busy", "false");
  await expect(again).toBeFocused();
  await context.setOffline(false);
  await again.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
});

test("notifications that came without a connection show as soon as it is back (R183)", async ({
  page,
  context,
  api,
  login,
}) => {
  const [me, fan] = [await signUp(api), await signUp(api)];
  await login(me);
  await page.goto("/about");
  await expect(page.getByRole("button", { name: "Bildirimler", exact: true })).toBeVisible();
  await context.setOffline(true);
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: me.id } }));
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Bildirimler, 1 okunmamış" })).toBeVisible();
});

test("the people most followed are asked for again", async ({ page, api, login }) => {
  const [me, popular] = [await signUp(api), await signUp(api)];
  await succeed(api.call(followPerson, { token: me.token, params: { userId: popular.id } }));
  await login(me);
  await page.route("**/users/popular*", (route) => route.abort());
  await page.goto("/account");
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await page.unroute("**/users/popular*");
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect(page.getByRole("region", { name: "Popüler Kullanıcılar" })).toBeVisible();
});

import { BRAND } from "#contract/brand.ts";
import { getInvitationLink, invitePerson } from "#contract/endpoints/invitations.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, signInHere, voteButton } from "./vote-steps.ts";

const QUESTION = "Aile yemeği hangi gün olsun?";

async function privateSurvey(api: Api, owner: Person) {
  const survey = await publishSurvey(api, owner, { question: QUESTION, visibility: "private" });
  const call = api.call(getInvitationLink, { token: owner.token, params: { id: survey.id } });
  const { code } = (await succeed(call)).item;
  return { path: `/surveys/${survey.id}`, link: `/surveys/${survey.id}?davet=${code}` };
}

test("a visitor reads a private survey by its link, and votes after signing in (R263, R286) @postgres @main", async ({
  page,
  api,
}) => {
  const { path, link } = await privateSurvey(api, await signUp(api));
  // As it comes out of a message in which it stands in brackets.
  await page.goto(`${link}).`);
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await expect(page.getByRole("button", { name: "Paylaş" })).toBeHidden();
  await option(page, "Çay").check();
  await voteButton(page).click();
  await signInHere(page, await signUp(api));
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(page).toHaveURL(path);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
});

test("who signs in by the menu comes back to the survey @phone", async ({ page, api }) => {
  const { path, link } = await privateSurvey(api, await signUp(api));
  const guest = await signUp(api);
  await page.goto(link);
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Giriş Yap" }).click();
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(guest.email);
  await form.getByLabel("Şifre", { exact: true }).fill(guest.password);
  await form.getByRole("button", { name: "Giriş Yap" }).click();
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("opening the link signed in is enough to be invited (R64)", async ({ page, api, login }) => {
  const { path, link } = await privateSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto(link);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
});

test("a damaged code keeps nobody from a public survey", async ({ page, api, login }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}?davet=abc.`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
});

test("a person who has moved on meanwhile is not led back to the survey (R64)", async ({
  page,
  api,
  login,
}) => {
  const { link } = await privateSurvey(api, await signUp(api));
  const { promise: mayAccept, resolve: accept } = Promise.withResolvers<void>();
  const { promise: mayLeave, resolve: leave } = Promise.withResolvers<void>();
  for (const [path, held] of [
    ["**/invitations/accept", mayAccept],
    ["**/api/surveys?*", mayLeave],
  ] as const) {
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
  }
  await login(await signUp(api));
  await page.goto(link);
  const accepted = page.waitForResponse("**/invitations/accept");
  await page.getByRole("banner").getByRole("link", { name: BRAND }).click();
  await expect(page).toHaveURL("/");
  accept();
  await accepted;
  leave();
  await expect(page.getByText("Üç adımda anketiniz hazır")).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("without the code a private survey does not exist, and no document mentions it (R59)", async ({
  page,
  api,
  request,
}) => {
  const { path, link } = await privateSurvey(api, await signUp(api));
  const document = await request.get(path);
  expect(document.status()).toBe(404);
  expect(await document.text()).not.toContain("Aile yemeği");
  expect(await (await request.get(link)).text()).not.toContain("Aile yemeği");

  for (const address of [path, `${path}?davet=yanlis`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Sayfa Bulunamadı" })).toBeVisible();
  }
});

test("who is invited and not signed in is led to the login, and finds the survey", async ({
  page,
  api,
}) => {
  const [owner, guest] = [await signUp(api), await signUp(api)];
  const question = "Bayramda nereye?";
  const { id } = await publishSurvey(api, owner, { question, visibility: "private" });
  const body = { nickname: guest.nickname };
  await succeed(api.call(invitePerson, { token: owner.token, params: { id }, body }));
  await page.goto(`/surveys/${id}`);
  await page.getByRole("main").getByRole("link", { name: "giriş yapınca" }).click();
  await signInHere(page, guest);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
});

test("a draft shows its owner what it will be, and takes no votes", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const id = await draftSurvey(api, owner);
  await login(owner);
  await page.goto(`/surveys/${id}`);
  await expect(page.getByText("Bu anket henüz yayınlanmadı")).toBeVisible();
  await expect(page.getByRole("region", { name: "Anketiniz" })).toContainText("Taslak");
  await expect(option(page, "Çay")).toBeDisabled();
  await expect(voteButton(page)).toBeDisabled();
});

import { getInvitationLink, invitePerson } from "#contract/invitations.ts";
import { getSurvey } from "#contract/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

test("a person is invited by nickname, finds the survey under Davetler, and loses it again", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const guest = await signUp(api, { name: "Elif Şahin" });
  const { id } = await publishSurvey(api, owner, {
    question: "Hangi pasta alınsın?",
    visibility: "private",
  });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Davet Et: Hangi pasta alınsın?" }).click();
  const dialog = page.getByRole("dialog", { name: "Davet Et" });
  const nickname = dialog.getByLabel("Kullanıcı adıyla davet edin");
  await nickname.fill("boyle_biri_yok");
  await nickname.press("Enter");
  await expect(dialog.getByText("Böyle bir kullanıcı yok.")).toBeVisible();
  await nickname.fill(`@${guest.nickname}`);
  await nickname.press("Enter");
  await expect(page.getByText("Davet Gönderildi")).toBeVisible();
  await expect(dialog.getByRole("link", { name: /Elif Şahin/ })).toBeVisible();
  await expect(nickname).toHaveValue("");

  await login(guest);
  await page.goto("/invitations");
  await expect(page.getByRole("heading", { name: "Hangi pasta alınsın?" })).toBeVisible();

  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Davet Et: Hangi pasta alınsın?" }).click();
  await dialog.getByRole("button", { name: "Geri Al: Elif Şahin" }).click();
  await expect(dialog.getByText("Henüz kimseyi davet etmediniz.")).toBeVisible();
  expect((await api.call(getSurvey, { token: guest.token, params: { id } })).status).toBe(404);
});

test("an invitation that is under way keeps its name until it is answered", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await publishSurvey(api, owner, { question: "Hangi pasta?", visibility: "private" });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Davet Et: Hangi pasta?" }).click();
  const dialog = page.getByRole("dialog", { name: "Davet Et" });
  const nickname = dialog.getByLabel("Kullanıcı adıyla davet edin");
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
  await page.route("**/invitations", async (route) => {
    await mayGo;
    await route.continue();
  });
  await nickname.fill("boyle_biri_yok");
  await nickname.press("Enter");
  await nickname.pressSequentially("bir_baskasi");
  go();
  await expect(dialog.getByText("Böyle bir kullanıcı yok.")).toBeVisible();
  await expect(nickname).toHaveValue("boyle_biri_yok");
  await expect(nickname).toBeFocused();
});

test("whoever has sent an invitation by keyboard writes the next one", async ({
  page,
  api,
  login,
}) => {
  const [owner, guest] = [await signUp(api), await signUp(api)];
  await publishSurvey(api, owner, { visibility: "private" });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const dialog = page.getByRole("dialog", { name: "Davet Et" });
  const nickname = dialog.getByLabel("Kullanıcı adıyla davet edin");
  await nickname.fill(guest.nickname);
  await dialog.getByRole("button", { name: "Davet Et" }).press("Enter");
  await expect(page.getByText("Davet Gönderildi")).toBeVisible();
  await expect(nickname).toHaveValue("");
  await expect(nickname).toBeFocused();
});

test("whoever takes an invitation back by keyboard goes on from the list", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { visibility: "private" });
  for (const name of ["Can Öz", "Ece Su"]) {
    const { nickname } = await signUp(api, { name });
    const call = { token: owner.token, params: { id }, body: { nickname } };
    await succeed(api.call(invitePerson, call));
  }
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const list = page.getByRole("region", { name: "Davetliler" });
  await list.getByRole("button", { name: "Geri Al: Can Öz" }).press("Enter");
  await expect(list).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list.getByRole("link", { name: /Ece Su/ })).toBeFocused();
  await list.getByRole("button", { name: "Geri Al: Ece Su" }).press("Enter");
  await expect(list).toBeFocused();
});

test("a renewed link is another one, and the old one is dead", async ({ page, api, login }) => {
  const [owner, guest] = [await signUp(api), await signUp(api)];
  const { id } = await publishSurvey(api, owner, { visibility: "private" });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const link = page.getByLabel("Davet bağlantısı");
  await expect(link).toHaveValue(/davet=/);
  const old = await link.inputValue();
  await page.getByRole("button", { name: "Bağlantıyı Yenile" }).click();
  await page.getByRole("button", { name: "Yenile", exact: true }).click();
  await expect(page.getByText("Bağlantı Yenilendi")).toBeVisible();
  await expect(link).not.toHaveValue(old);

  const open = (address: string) =>
    api.call(getSurvey, {
      token: guest.token,
      params: { id },
      query: { davet: new URL(address).searchParams.get("davet") ?? "" },
    });
  expect((await open(old)).status).toBe(404);
  expect((await open(await link.inputValue())).status).toBe(200);

  await login(guest);
  await page.goto(old);
  await expect(page.getByText("Davet bağlantısı yenilenmiş olabilir.")).toBeVisible();
});

test("a link whose renewal's answer was lost is not shown as if it still worked", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { visibility: "private" });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const link = page.getByLabel("Davet bağlantısı");
  const old = await link.inputValue();
  await page.route("**/invitation-link", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Bağlantıyı Yenile" }).click();
  await page.getByRole("button", { name: "Yenile", exact: true }).click();
  await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect(link).not.toHaveValue(old);
  const call = api.call(getInvitationLink, { token: owner.token, params: { id } });
  await expect(link).toHaveValue(new RegExp(`=${(await succeed(call)).item.code}$`));
});

test("without invitations the page says what will be there", async ({ page, api, login }) => {
  await login(await signUp(api));
  await page.goto("/invitations");
  await expect(page.getByText("Henüz davetiniz yok")).toBeVisible();
});

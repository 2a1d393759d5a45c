import { getSurvey } from "#contract/endpoints/surveys.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

test("a person is invited by nickname, finds the survey under Davetler, and loses it again (R62, R63) @main", async ({
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

test("people can refuse invitations, and the link still lets them in (R236)", async ({
  page,
  api,
  login,
}) => {
  const [owner, guest] = [await signUp(api), await signUp(api)];
  const { id } = await publishSurvey(api, owner, {
    question: "Hangi pasta alınsın?",
    visibility: "private",
  });
  await login(guest);
  await page.goto("/account");
  await page.getByRole("link", { name: "Davet Ayarları" }).click();
  const settings = page.getByRole("dialog", { name: "Davet ayarları" });
  const changed = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.ok(),
  );
  await settings.getByRole("radio", { name: "Hiç kimse" }).click();
  await changed;
  await page.reload();
  await expect(settings.getByRole("radio", { name: "Hiç kimse" })).toBeChecked();

  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: /^Davet Et:/ }).click();
  const dialog = page.getByRole("dialog", { name: "Davet Et" });
  const nickname = dialog.getByLabel("Kullanıcı adıyla davet edin");
  await nickname.fill(guest.nickname);
  await nickname.press("Enter");
  await expect(dialog.getByText("Bu kişi davet almayı sınırlamış.")).toBeVisible();
  await expect(nickname).toHaveValue(guest.nickname);
  await expect(dialog.getByText("Henüz kimseyi davet etmediniz.")).toBeVisible();
  const link = await page.getByLabel("Davet bağlantısı").inputValue();

  await login(guest);
  await page.goto(link);
  await expect(page).toHaveURL(new RegExp(`/surveys/${id}$`));
  await page.goto("/invitations");
  await expect(page.getByRole("heading", { name: "Hangi pasta alınsın?" })).toBeVisible();
});

test("a renewed link differs, and the old one no longer works (R64)", async ({
  page,
  api,
  login,
}) => {
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

test("without invitations the page says what will be there (R120)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/invitations");
  await expect(page.getByText("Henüz davetiniz yok")).toBeVisible();
});

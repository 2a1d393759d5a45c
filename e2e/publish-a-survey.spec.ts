import type { Page } from "@playwright/test";
import { acceptInvitation } from "#contract/endpoints/invitations.ts";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import {
  fillWizard,
  openFilledWizard,
  optionTitle,
  publishButton,
  published,
} from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { signInHere } from "./vote-steps.ts";

/** What the owner has on the server, read back through the API. */
async function ownSurveys(api: Api, { token }: Person) {
  const { items } = await succeed(api.call(listOwnSurveys, { token }));
  return await Promise.all(
    items.map(
      async ({ id }) => (await succeed(api.call(getSurvey, { token, params: { id } }))).item,
    ),
  );
}

async function expectToAskBeforeClosing(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
}

test("a visitor builds a survey, and after signing in publishing continues by itself (R10, R145) @layout @main", async ({
  page,
  api,
}) => {
  const person = await signUp(api);
  await fillWizard(page, { visibility: "Herkese" });
  await expect(page.getByRole("heading", { name: "Merhaba, şıkları belirleyin" })).toBeVisible();
  await publishButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kapat" }).click();
  await expect(publishButton(page)).toBeEnabled();
  await expect(optionTitle(page, 2)).toHaveValue("Kahve");
  await publishButton(page).click();
  await signInHere(page, person);
  await expect(published(page)).toBeVisible();
  const [survey, another] = await ownSurveys(api, person);
  expect(survey).toMatchObject({ visibility: "public", options: [{ content: "Çay" }, {}] });
  expect(another).toBeUndefined();
});

test("a private survey says what that means, and is shared by its invitation link (R61) @main", async ({
  page,
  api,
  login,
  context,
}) => {
  const owner = await signUp(api);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await login(owner);
  await openFilledWizard(page, { visibility: "Özel" });
  await expect(
    page.getByText(
      "Güvenlik: Özel. Yayınlanınca onu yalnızca davet ettikleriniz ve bağlantısını verdikleriniz görür.",
    ),
  ).toBeVisible();
  await publishButton(page).click();
  const link = page.getByLabel("Davet bağlantısı");
  await expect(link).toHaveValue(/\/surveys\/\d+\?davet=[\w-]+$/);
  await page.getByRole("button", { name: "Kopyala" }).click();
  await expect(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(address.href).toBe(await link.inputValue());

  const guest = await signUp(api);
  const id = Number(address.pathname.split("/").at(-1));
  const code = address.searchParams.get("davet");
  const refused = await api.call(getSurvey, { token: guest.token, params: { id } });
  expect(refused.status).toBe(404);
  await succeed(api.call(acceptInvitation, { token: guest.token, params: { id }, body: { code } }));
  await succeed(api.call(getSurvey, { token: guest.token, params: { id } }));
});

test("a draft that starts today is published after midnight", async ({ page, api, login }) => {
  const owner = await signUp(api);
  await login(owner);
  await page.clock.setFixedTime(new Date().setUTCHours(20, 55));
  await fillWizard(page);
  await page.clock.setFixedTime(new Date().setUTCHours(21, 5));
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  expect(await ownSurveys(api, owner)).toMatchObject([{ state: "active" }]);
});

test("pressing twice publishes once, also with an option that stands twice (R181)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: ["İzmir", "izmir "] });
  await expect(optionTitle(page, 2)).toHaveAccessibleDescription("Bu adla bir şık daha var.");
  await publishButton(page).dblclick();
  await expect(published(page)).toBeVisible();
  expect(await ownSurveys(api, owner)).toHaveLength(1);
});

test("progress is shown, the draft cannot be changed, and on another page publishing continues (R90, R135, R142) @layout", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/auth/surveys/options", async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await openFilledWizard(page);
  // By then the server has the draft, which the account will list.
  const sent = page.waitForRequest("**/api/auth/surveys/options");
  await publishButton(page).click();
  await sent;
  const progress = page.getByRole("progressbar", { name: "Gönderiliyor" });
  await expect(progress).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Geri" })).toBeDisabled();
  await expect(page.locator("[aria-current=step]")).toContainText("Yayınla");
  await optionTitle(page, 1).focus();
  await expect(optionTitle(page, 1)).not.toBeFocused();

  await expectToAskBeforeClosing(page);
  await page.getByRole("link", { name: "Gizlilik Politikası" }).click();
  await page.getByRole("article").getByRole("link", { name: "Hesabım" }).first().click();
  const row = page.getByRole("listitem").filter({ hasText: "Sabah ne içersiniz?" });
  await expect(row).toContainText("Taslak");
  await expectToAskBeforeClosing(page);
  goOn();
  await expect(page.getByText("Anketiniz yayınlandı.")).toBeVisible();
  await expect(row).toContainText("Yayında");
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("an expired session asks to sign in, and publishing continues", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page);
  let refusals = 1;
  await page.route("**/api/auth/surveys/options", async (route) => {
    const headers = { ...route.request().headers(), authorization: "Bearer abgelaufen" };
    await route.continue(refusals-- > 0 ? { headers } : {});
  });
  await publishButton(page).click();
  await signInHere(page, owner);
  await expect(published(page)).toBeVisible();
  expect(await ownSurveys(api, owner)).toHaveLength(1);
});

test("what the server refuses is said beside its field", async ({ page, api, login }) => {
  await login(await signUp(api));
  await openFilledWizard(page, { options: ["Çay", "Kahve", "Su"] });
  const refuseWith = (path: string, fields: Record<string, string>) =>
    page.route(
      path,
      (route) =>
        route.fulfill({
          status: 422,
          contentType: "application/problem+json",
          body: JSON.stringify({ code: "validation_failed", title: "", message: "Hata", fields }),
        }),
      { times: 1 },
    );
  await refuseWith("**/api/auth/surveys/options", { "data.1.content": "Bu ad olmaz." });
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  await expect(optionTitle(page, 2)).toBeFocused();
  await expect(optionTitle(page, 2)).toHaveAccessibleDescription("Bu ad olmaz.");

  await optionTitle(page, 2).fill("Süt");
  await expect(page.getByText("Bu ad olmaz.")).toBeHidden();
  await page.getByRole("button", { name: "Ana bilgiler" }).click();
  await page.getByLabel("Başlık").fill("Akşam ne içersiniz?");
  await page.getByRole("button", { name: "Şıkları belirle" }).click();
  await refuseWith("**/api/auth/surveys", { expire_time: "Bu tarih olmaz." });
  await publishButton(page).click();
  await expect(page.getByRole("heading", { name: "Ana bilgiler" })).toBeVisible();
  await expect(page.getByText("Bu tarih olmaz.")).toBeVisible();
});

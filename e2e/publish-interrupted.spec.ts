import {
  deleteSurvey,
  getSurvey,
  listOwnSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { openFilledWizard, optionTitle, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";

const CALLS = [
  ["creating the survey", "**/api/auth/surveys"],
  ["adding the options", "**/api/auth/surveys/options"],
  ["setting the visibility", "**/api/auth/surveys/*/visibility"],
] as const;
const OPTIONS = ["Çay", "Kahve", "Su"];

async function expectOneSurvey(api: Api, { token }: Person, options = OPTIONS): Promise<void> {
  const { items } = await succeed(api.call(listOwnSurveys, { token }));
  expect(items).toHaveLength(1);
  const params = { id: items[0]?.id ?? 0 };
  const { item } = await succeed(api.call(getSurvey, { token, params }));
  expect(item.state).toBe("active");
  expect(item.options.map(({ content }) => content)).toEqual(options);
}

test("a connection lost before any of the calls is reported, and pressing again completes it once (R49)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  for (const [name, path] of CALLS) {
    await test.step(name, async () => {
      await page.route(path, (route) => route.abort(), { times: 1 });
      await publishButton(page).click();
      await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
      await expect(page.getByText("Sunucuya ulaşılamadı.")).toBeVisible();
      await page.getByRole("button", { name: "Mesajı kapat" }).click();
    });
  }
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner);
});

test("a proxy's page in place of any response says what to do, and pressing again completes it once (R331)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  const foreign = [
    [413, "Daha küçük bir resimle"],
    [403, "bir güvenlik denetimi isteği engelledi"],
    [200, "Ağın giriş sayfasını açıp bağlanın"],
    [504, "Hizmet şu anda yanıt veremiyor."],
  ] as const;
  for (const [name, path] of CALLS) {
    for (const [status, words] of foreign) {
      await test.step(`${name}: ${status}`, async () => {
        const answer = { status, contentType: "text/html", body: "<h1>Proxy</h1>" };
        await page.route(path, (route) => route.fulfill(answer), { times: 1 });
        await publishButton(page).click();
        await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
        await expect(page.getByText(words)).toBeVisible();
        await expect(optionTitle(page, 3)).toHaveValue("Su");
        await page.getByRole("button", { name: "Mesajı kapat" }).click();
      });
    }
  }
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner);
});

test("a response lost after any of the calls leads to no second survey, even over a reload (R49, R183)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  for (const [name, path] of CALLS) {
    await test.step(name, async () => {
      await page.route(
        path,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await publishButton(page).click();
      await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
      await page.reload();
      await expect(optionTitle(page, 3)).toHaveValue("Su");
    });
  }
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner);
});

test("a server that was down is back, and publishing completes @postgres", async ({
  page,
  api,
  login,
  server,
}) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  await page.route(
    "**/api/auth/surveys/options",
    async (route) => {
      await server.stop();
      await route.continue();
    },
    { times: 1 },
  );
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  await server.start();
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner);
});

test("what was changed after a failure is what is published", async ({ page, api, login }) => {
  const owner = await signUp(api);
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  await page.route("**/api/auth/surveys/*/visibility", (route) => route.abort(), { times: 1 });
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  await optionTitle(page, 1).fill("Ihlamur");
  await page.getByRole("button", { name: "3. şıkkı sil" }).click();
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner, ["Ihlamur", "Kahve"]);
});

test("a draft that the server has forgotten is sent from the start", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { token } = owner;
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  await page.route("**/api/auth/surveys/*/visibility", (route) => route.abort(), { times: 1 });
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  const { items } = await succeed(api.call(listOwnSurveys, { token }));
  for (const { id } of items) await succeed(api.call(deleteSurvey, { token, params: { id } }));
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, owner);
});

test("a draft that was published from the account stays so, and is another survey once changed", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { token } = owner;
  await login(owner);
  await openFilledWizard(page, { options: OPTIONS });
  await page.route("**/api/auth/surveys/*/visibility", (route) => route.abort(), { times: 1 });
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  const surveys = async () => (await succeed(api.call(listOwnSurveys, { token }))).items;
  const params = { id: (await surveys())[0]?.id ?? 0 };
  await succeed(api.call(setVisibility, { token, params, body: { visibility: "public" } }));

  await optionTitle(page, 1).fill("Ihlamur");
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  expect((await surveys()).map(({ visibility }) => visibility)).toEqual(["private", "public"]);
  const { item } = await succeed(api.call(getSurvey, { token, params }));
  expect(item.options.map(({ content }) => content)).toEqual(OPTIONS);
});

test("begun by one person and completed by another, it is the other's", async ({
  page,
  api,
  login,
}) => {
  const [first, second] = [await signUp(api), await signUp(api)];
  await login(first);
  await openFilledWizard(page, { options: OPTIONS });
  await page.route("**/api/auth/surveys/*/visibility", (route) => route.abort(), { times: 1 });
  await publishButton(page).click();
  await expect(page.getByText("Yayınlama Hatası")).toBeVisible();
  await login(second);
  await page.goto("/survey/create");
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();
  await expectOneSurvey(api, second);
});

import { BRAND } from "#contract/brand.ts";
import { logout } from "#contract/endpoints/account.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { fillSteps } from "./register-steps.ts";
import { opened, option, outcome, showResults, signInHere, voteButton } from "./vote-steps.ts";

test("a vote is cast once, shown at once, and still shown after a reload (R10, R74, R81, R134) @postgres @layout @main", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api, { name: "Elif Şahin" });
  const question = "Sabah ne içersiniz?";
  const survey = await publishSurvey(api, owner, { question, description: "Bir\nİki" });
  await voteFor(api, owner, survey, 1);
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);

  await expect(page).toHaveTitle(/^Oy Kullan/);
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  await expect(page.getByText("Bir İki")).toBeVisible();
  await expect(page.getByRole("link", { name: "Elif Şahin" })).toBeVisible();
  await expect(voteButton(page)).toHaveText("Oyla");
  await expect(voteButton(page)).toBeDisabled();

  await option(page, "Çay").check();
  await voteButton(page).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(voteButton(page)).toBeDisabled();
  await expect(option(page, "Kahve")).toBeDisabled();
  await expect(outcome(page)).toBeFocused();

  const results = await showResults(page);
  await expect(results.getByRole("img", { name: /^Anket Sonuçları/ })).toBeVisible();
  await expect(results.getByRole("listitem").first()).toContainText("Çay1 Oy%50");
  await expect(results).toContainText("Toplam 2 oy");

  await page.reload();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(voteButton(page)).toBeDisabled();
});

test("a press on the picture shows the whole of it @layout", async ({ page, api }) => {
  const image = await picture("#2e7d6b", "uzun.png", [900, 1600]);
  const survey = await publishSurvey(api, await signUp(api), { image });
  await page.goto(`/surveys/${survey.id}`);
  const strip = page.getByRole("button", { name: "Resmin tamamını göster" });
  await strip.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Anketin Resmi" });
  const whole = dialog.getByRole("img");
  const isWhole = () =>
    whole.evaluate(({ width, height }: HTMLImageElement) => Math.abs(width / height - 9 / 16));
  await expect.poll(isWhole).toBeLessThan(0.01);
  await expect(whole).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(strip).toBeFocused();

  const broad = { image: await picture("#2e7d6b", "enli.png", [1800, 500]) };
  const { id } = await publishSurvey(api, await signUp(api), broad);
  await page.goto(`/surveys/${id}`);
  await strip.click();
  await expect(whole).toHaveCSS("object-fit", "contain");
});

test("an option's picture is shown whole, and chooses nothing @layout", async ({
  page,
  api,
  login,
}) => {
  for (const option_theme_id of [1, 2]) {
    const survey = await publishSurvey(api, await signUp(api), { option_theme_id });
    await login(await signUp(api));
    await page.goto(`/surveys/${survey.id}`);
    const corner = opened(page).getByRole("button", { name: "Resmi büyüt: Çay" });
    const dialog = page.getByRole("dialog", { name: "Çay" });
    await corner.click();
    await expect(dialog.getByRole("img", { name: "“Çay” şıkkının resmi" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(option(page, "Çay")).not.toBeChecked();

    // The rest of the picture chooses, as the whole card does.
    const card = opened(page).locator("label").filter({ hasText: "Çay" });
    await card.locator("img").click();
    await expect(option(page, "Çay")).toBeChecked();
    await voteButton(page).click();
    await expect(voteButton(page)).toHaveText("Oy Verildi");
    await corner.click();
    await expect(dialog).toBeVisible();
  }
});

test("a visitor's choice is voted for after signing in, without choosing again (R10, R13) @main", async ({
  page,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await page.reload();
  await expect(option(page, "Kahve")).toBeChecked();

  await voteButton(page).click();
  await signInHere(page, voter);
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  const results = await showResults(page);
  await expect(results.getByRole("listitem").nth(1)).toContainText("Kahve1 Oy%100");
});

const unusable = {
  denied: () => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get });
    }
  },
  missing: () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { value: undefined });
  },
  broken: () => {
    for (const name of ["getItem", "setItem", "removeItem", "key"])
      Object.defineProperty(Storage.prototype, name, {
        value: () => {
          throw new DOMException("broken", "NS_ERROR_FILE_CORRUPTED");
        },
      });
  },
  deaf: () => {
    Object.assign(Storage.prototype, { setItem: () => undefined, getItem: () => null });
  },
  "denied to the tab": () => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "sessionStorage", { get });
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
};
for (const [how, use] of Object.entries(unusable)) {
  test(`where the browser's storage is ${how} people read, sign in and vote (R243)`, async ({
    page,
    api,
  }) => {
    const survey = await publishSurvey(api, await signUp(api));
    await page.addInitScript(use);
    await page.goto(`/surveys/${survey.id}`);
    await option(page, "Kahve").check();
    await voteButton(page).click();
    await signInHere(page, await signUp(api));
    await expect(voteButton(page)).toHaveText("Oy Verildi");
    await page.getByRole("button", { name: "Hesabım" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Hesabım" }).click();
    await expect(page.getByRole("button", { name: "Profil Düzenle" })).toBeVisible();
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("button", { name: "Hesabım" })).toBeVisible();
  });
}

test("a choice made before the scripts are there is kept", async ({ page, api }) => {
  const survey = await publishSurvey(api, await signUp(api));
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.goto(`/surveys/${survey.id}`, { waitUntil: "commit" });
  await expect(voteButton(page)).toBeDisabled();
  await option(page, "Kahve").check();
  // A press is kept (R371).
  await expect(voteButton(page)).toBeEnabled();
  goOn();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(voteButton(page)).toBeEnabled();
  await expect(option(page, "Kahve")).toBeChecked();
});

test("closing the login leaves the choice, and votes for nothing", async ({ page, api }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Çay").check();
  await voteButton(page).click();
  await page.keyboard.press("Escape");
  await expect(option(page, "Çay")).toBeChecked();
  await expect(voteButton(page)).toBeEnabled();
  await expect(voteButton(page)).toHaveText("Oyla");
});

test("somebody new registers in the dialog, and the vote is cast (R13, R198) @layout @main", async ({
  page,
  api,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Kayıt Ol" });
  await expect(dialog.getByText("Seçiminiz: Kahve")).toBeVisible();
  await expect(dialog).toHaveAccessibleDescription(/üye olur olmaz oyunuz sayılacak/);
  await expect(dialog.getByLabel("E-posta")).toBeFocused();
  await fillSteps(dialog);
  await dialog.getByRole("button", { name: "Üye Ol" }).click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(page.getByText("Giriş Başarılı")).toBeVisible();
});

test("where somebody has signed in before, voting asks for the login (R198)", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto("/logout");
  await expect(page.getByText("Çıkış Yapıldı")).toBeVisible();
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Giriş Yap" });
  await expect(dialog.getByText("Seçiminiz: Kahve")).toBeVisible();
  await expect(dialog).toHaveAccessibleDescription(/giriş yapar yapmaz oyunuz sayılacak/);
});

test("a session that ended meanwhile asks for a login, then the vote is cast", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  const voter = await signUp(api);
  await login(voter);
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  await succeed(api.call(logout, { token: voter.token }));
  await voteButton(page).click();
  await signInHere(page, voter);
  await expect(voteButton(page)).toHaveText("Oy Verildi");
});

test("a failed vote is reported to a voter who has left the page, and leaves no trace (R155)", async ({
  page,
  api,
  login,
}) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.goto(`/surveys/${survey.id}`);
  await option(page, "Kahve").check();
  for (const end of ["abort", "continue"] as const) {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(
      "**/responses",
      async (route) => {
        await mayGoOn;
        await route[end]();
      },
      { times: 1 },
    );
    await voteButton(page).click();
    await page.getByRole("banner").getByRole("link", { name: BRAND }).click();
    await expect(voteButton(page)).toBeHidden();
    goOn();
    if (end === "continue") break;
    await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
    await page.goBack();
    await expect(option(page, "Kahve")).toBeChecked();
  }
  await expect
    .poll(() => page.evaluate((id) => sessionStorage.getItem(`choice:${id}`), survey.id))
    .toBeNull();
});

test("the ballot works by the keyboard alone (R134)", async ({ page, api, login }) => {
  const survey = await publishSurvey(api, await signUp(api));
  await login(await signUp(api));
  await page.route("**/responses", (route) => route.abort(), { times: 1 });
  await page.goto(`/surveys/${survey.id}`);
  await page.getByRole("button", { name: "Resmin tamamını göster" }).focus();
  await page.keyboard.press("Tab");
  await expect(option(page, "Çay")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(option(page, "Kahve")).toBeChecked();
  await page.keyboard.press("Tab");
  const whole = page.getByRole("button", { name: "Resmi büyüt: Kahve" });
  await expect(whole).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Kahve" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(whole).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(voteButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect(voteButton(page)).toHaveText("Oyla");
  await expect(voteButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(voteButton(page)).toHaveText("Oy Verildi");
});

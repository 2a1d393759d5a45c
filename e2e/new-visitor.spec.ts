import type { Page } from "@playwright/test";
import { getResults } from "#contract/endpoints/votes.ts";
import { type Api, succeed } from "#testing/api.ts";
import { registrationForm, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { fillCredentials } from "./register-steps.ts";
import { voteButton } from "./vote-steps.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Kayıt Ol" });

async function countsOf(api: Api, id: number): Promise<number[]> {
  const { items } = await succeed(api.call(getResults, { params: { id } }));
  return items.map(({ count }) => count);
}

test("from the link to the counted vote it takes 16 taps and 13 entries at most (R201) @phone", async ({
  page,
  api,
}) => {
  const { id } = await publishSurvey(api, await signUp(api));
  const { email, password } = registrationForm();
  let [taps, entries] = [0, 0];
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole("button", { name, exact: true }).click();
  };
  /** A field that has the focus already needs no tap; the keyboard's letters are none. */
  const type = async (label: string, text: string) => {
    const field = dialog(page).getByLabel(label, { exact: true });
    if (!(await field.evaluate((element) => element === document.activeElement))) {
      taps += 1;
      await field.click();
    }
    entries += 1;
    await page.keyboard.type(text);
  };
  const select = async (label: string, choice: string) => {
    [taps, entries] = [taps + 1, entries + 1];
    await dialog(page).getByLabel(label, { exact: true }).selectOption(choice);
  };
  const tick = async (label: RegExp) => {
    [taps, entries] = [taps + 1, entries + 1];
    await dialog(page).getByLabel(label).click();
  };

  await page.goto(`/surveys/${id}`);
  taps += 1;
  await page.locator("label").filter({ hasText: "Kahve" }).click();
  await tap("Oyla");
  await expect(dialog(page).getByLabel("E-posta")).toBeFocused();
  await type("E-posta", email);
  await type("Şifre", password);
  await type("Şifre tekrarı", password);
  await tap("Devam Et");
  await expect(dialog(page).getByLabel("Ad", { exact: true })).toBeFocused();
  await type("Ad", "Işıl");
  await type("Soyad", "Çağ");
  await expect(page.getByText("Bu kullanıcı adı kullanılabilir.")).toBeVisible();
  await tap("Devam Et");
  await select("Cinsiyet", "Kadın");
  await select("Şehir", "Diyarbakır");
  await select("Gün", "29");
  await select("Ay", "Şubat");
  await select("Yıl", "1988");
  await tick(/açık rıza/);
  await tick(/iletilerin/);
  await tap("Üye Ol");
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  expect(await countsOf(api, id)).toEqual([0, 1]);
  expect(taps).toBeLessThanOrEqual(16);
  expect(entries).toBeLessThanOrEqual(13);
});

test("the choice and what was typed outlive a reload and a lost connection, and count once (R200) @phone", async ({
  page,
  context,
  api,
}) => {
  const { id } = await publishSurvey(api, await signUp(api));
  const account = registrationForm();
  const goOn = dialog(page).getByRole("button", { name: "Devam Et" });
  await page.goto(`/surveys/${id}`);
  await page.getByRole("radio", { name: "Kahve" }).check();
  await voteButton(page).click();
  await fillCredentials(dialog(page), account);
  await goOn.click();
  await dialog(page).getByLabel("Ad", { exact: true }).fill("Işıl");
  await dialog(page).getByLabel("Soyad").fill("Çağ");

  await page.reload();
  await expect(page.getByRole("radio", { name: "Kahve" })).toBeChecked();
  await voteButton(page).click();
  await expect(dialog(page).getByText("Seçiminiz: Kahve")).toBeVisible();
  await expect(dialog(page).getByLabel("E-posta")).toHaveValue(account.email);
  await fillCredentials(dialog(page), account);
  await goOn.click();
  await expect(dialog(page).getByLabel("Soyad")).toHaveValue("Çağ");
  await dialog(page).getByLabel("Kullanıcı adı").fill(account.nickname);
  await goOn.click();
  for (const [label, choice] of [
    ["Cinsiyet", "Kadın"],
    ["Şehir", "Diyarbakır"],
    ["Gün", "29"],
    ["Ay", "Şubat"],
    ["Yıl", "1988"],
  ] as const) {
    await dialog(page).getByLabel(label, { exact: true }).selectOption(choice);
  }
  await dialog(page)
    .getByLabel(/açık rıza/)
    .check();
  await dialog(page)
    .getByLabel(/iletilerin/)
    .check();

  const join = dialog(page).getByRole("button", { name: "Üye Ol" });
  const unreachable = page.getByText(/Sunucuya ulaşılamadı/);
  const expectRefused = async () => {
    await expect(unreachable).toBeVisible();
    await page.getByRole("button", { name: "Mesajı kapat" }).click();
    await expect(unreachable).toBeHidden();
  };
  await context.setOffline(true);
  await join.click();
  await expectRefused();
  await context.setOffline(false);
  // The account is opened, and the answer lost.
  await page.route(
    "**/api/auth/register",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await join.click();
  await expectRefused();
  await join.click();
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  expect(await countsOf(api, id)).toEqual([0, 1]);
});

import { DAY_MS } from "#contract/durations.ts";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import {
  openFilledWizard,
  openMainSection,
  optionTitle,
  publishButton,
  published,
  tabTo,
} from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { pictureFile } from "./picture-file.ts";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test("a survey with photographs is made and published, and everything arrives (R6, R44, R136, R137, R138, R139, R142, R143, R149) @postgres @main", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api, { name: "Elif Şahin" });
  await login(owner);
  await page.goto("/survey/create");
  await expect(page).toHaveTitle(/Anket Oluştur/);
  await expect(page.getByRole("complementary", { name: "Hakkında" })).toContainText("Elif Şahin");
  await expect(page.getByRole("radio", { name: "Anket" })).toBeChecked();
  await page.getByRole("radio", { name: "Test" }).check();
  await page.getByRole("button", { name: "Devam Et" }).click();

  await expect(page.getByRole("radio", { name: "Özel" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Önce" })).toBeChecked();
  await page.getByLabel("Başlık").fill("Hangi şehir daha kalabalık?");
  await page.getByLabel("Resim", { exact: true }).setInputFiles(await pictureFile());
  await page.getByLabel("Kategori").selectOption({ index: 2 });
  await page.getByLabel("Açıklama").fill("Merkez ilçeler sayılır.\nKöyler sayılmaz.");
  await page.getByLabel("Bitiş tarihi").fill(inDays(9));
  await page.getByLabel("Bitiş saati").fill("18:30");
  await page.getByRole("radio", { name: "Herkese" }).check();
  await page.getByRole("radio", { name: "Sonra" }).check();
  await page.getByRole("button", { name: "Devam Et" }).click();

  await page.getByRole("radio", { name: "Dikey" }).check();
  await page.getByRole("button", { name: "Devam Et" }).click();

  await expect(
    page.getByRole("heading", { name: "Merhaba Elif, şıkları belirleyin" }),
  ).toBeVisible();
  await optionTitle(page, 1).fill("İzmir");
  await page
    .getByLabel("1. şıkkın resmi", { exact: true })
    .setInputFiles(await pictureFile("#123456"));
  await optionTitle(page, 2).fill("Bursa");
  await page.getByRole("button", { name: "Renkli kart (2. şıkkın resmi)" }).click();
  await publishButton(page).click();

  await expect(published(page)).toBeFocused();
  const { items } = await succeed(api.call(listOwnSurveys, { token: owner.token }));
  expect(items).toHaveLength(1);
  const { item } = await succeed(api.call(getSurvey, { params: { id: items[0]?.id ?? 0 } }));
  expect(item).toMatchObject({
    question: "Hangi şehir daha kalabalık?",
    description: "Merkez ilçeler sayılır.\nKöyler sayılmaz.",
    type: "TEST",
    option_theme_id: 2,
    result_visibility: "after",
    visibility: "public",
    state: "active",
    expire_time: `${inDays(9)}T15:30:00.000Z`,
    options: [{ content: "İzmir" }, { content: "Bursa" }],
  });

  await expect(page.getByLabel("Bağlantı")).toHaveValue(new RegExp(`/surveys/${item.id}$`));
  await page.getByRole("link", { name: "Anketi Gör" }).click();
  await expect(page).toHaveURL(new RegExp(`/surveys/${item.id}$`));
  await expect(page.getByRole("heading", { name: "Hangi şehir daha kalabalık?" })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("radio", { name: "Anket" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Baştan Başla" })).toBeHidden();
});

test("the whole wizard works by the keyboard alone (R138, R139, R180)", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/survey/create");
  await expect(page.getByRole("heading", { name: "Ne oluşturmak istersiniz?" })).toBeVisible();
  const press = async (name: string) => {
    await tabTo(page, page.getByRole("button", { name, exact: true }));
    await page.keyboard.press("Enter");
  };
  await tabTo(page, page.getByRole("radio", { name: "Anket" }));
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByLabel("Başlık"));
  await page.keyboard.type("Tuşlarla sorulan soru?");
  await press("Renkli kart (Resim)");
  await tabTo(page, page.getByLabel("Kategori"));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByLabel("Süresiz"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("radio", { name: "Özel" }));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("radio", { name: "Herkese" })).toBeChecked();
  await press("Devam Et");

  await expect(page.getByRole("heading", { name: "Tema" })).toBeFocused();
  await tabTo(page, page.getByRole("radio", { name: "Yatay" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Dikey" })).toBeChecked();
  await press("Devam Et");

  await tabTo(page, optionTitle(page, 1));
  await page.keyboard.type("Bir");
  await page.keyboard.press("Enter");
  await page.keyboard.type("İki");
  await page.keyboard.press("Enter");
  await expect(optionTitle(page, 3)).toBeFocused();
  await page.keyboard.type("Üç");
  await press("3. şıkkı sil");
  await expect(page.getByRole("button", { name: "2. şıkkı sil" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(optionTitle(page, 2)).toBeFocused();
  await press("Yayınla");
  const firstPicture = page.getByLabel("1. şıkkın resmi", { exact: true });
  await expect(firstPicture).toBeFocused();
  await press("Renkli kart (1. şıkkın resmi)");
  await press("Renkli kart (2. şıkkın resmi)");
  await press("Yayınla");
  await expect(published(page)).toBeFocused();
  await press("Yeni Anket");
  await expect(page.getByRole("heading", { name: "Ne oluşturmak istersiniz?" })).toBeFocused();
});

test("a link to the wizard leads on from what was published to a new draft", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await openFilledWizard(page);
  await publishButton(page).click();
  await expect(published(page)).toBeFocused();
  const link = page.getByLabel("Davet bağlantısı");
  await expect(link).toBeVisible();
  await page.getByRole("link", { name: "İçeriğe geç" }).press("Enter");
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "Anket Oluştur" }).click();
  await expect(page.getByRole("heading", { name: "Ne oluşturmak istersiniz?" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Anket" })).toBeChecked();
});

test("a picture appears and disappears, and nothing else moves @layout", async ({ page }) => {
  const place = () =>
    page.getByLabel("Süresiz").evaluate((field: HTMLInputElement) => {
      const top = field.form?.getBoundingClientRect().top ?? 0;
      return Math.round(field.getBoundingClientRect().top - top);
    });
  await openMainSection(page);
  const before = await place();
  await page.getByRole("button", { name: "Renkli kart (Resim)" }).click();
  const remove = page.getByRole("button", { name: "Resim: kaldır" });
  await expect(remove).toBeVisible();
  expect(await place()).toBe(before);
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(page.getByLabel("Resim", { exact: true })).toBeFocused();
  await expect(page.getByText(/Devam etmek için ekleyin: .*resim/)).toBeVisible();
  expect(await place()).toBe(before);
});

test("long words, a long question and twenty options fit the screen (R135) @layout", async ({
  page,
}) => {
  const word = "muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine";
  await openFilledWizard(page, {
    question: `${word} `.repeat(3).slice(0, 200),
    options: Array.from({ length: 20 }, () => word),
  });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Geri" }).click();
  await expect(page.getByRole("radio", { name: "Dikey" })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

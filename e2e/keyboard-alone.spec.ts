import { getAccount } from "#contract/endpoints/account.ts";
import { getFollowStatus } from "#contract/endpoints/follows.ts";
import { succeed } from "#testing/api.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { openMainSection } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import {
  expectKeptInside,
  openChooser,
  step,
  walkAndPress,
  walkAndType,
  walkTo,
} from "./keyboard-steps.ts";
import { pictureFile } from "./picture-file.ts";
import { waitForLoginRedirect } from "./register-steps.ts";
import { option, outcome, voteButton } from "./vote-steps.ts";

test("a person registers with a picture and signs in (R180)", async ({ page, api }) => {
  const { email, nickname, password } = registrationForm();
  await page.clock.install();
  await page.goto("/register");
  await step(page);
  await expect(page.getByRole("link", { name: "İçeriğe geç" })).toBeFocused();
  await page.keyboard.press("Enter");
  const form = page.getByRole("main");
  await step(page);
  await expect(form.getByLabel("Ad", { exact: true })).toBeFocused();
  for (const [label, text] of [
    ["Ad", "Işıl"],
    ["Soyad", "Çağ"],
    ["Cinsiyet", "Kad"],
    ["Şehir", "Diyarb"],
    ["Gün", "29"],
    ["Ay", "Mar"],
    ["Yıl", "1988"],
    ["E-posta", email],
    ["Kullanıcı adı", nickname],
    ["Şifre", password],
    ["Şifre tekrarı", password],
  ] as const) {
    await walkAndType(page, form.getByLabel(label, { exact: true }), text);
  }
  await walkTo(page, form.getByLabel("Profil resmi (isteğe bağlı)", { exact: true }));
  const chooser = await openChooser(page);
  await chooser.setFiles(await pictureFile());
  await expect(form.getByRole("button", { name: /kaldır$/ })).toBeVisible();
  await walkAndPress(page, form.getByLabel(/açık rıza/), "Space");
  await walkAndPress(page, form.getByLabel(/iletilerin/), "Space");
  await walkAndPress(page, form.getByRole("button", { name: "Üye Ol" }));
  await waitForLoginRedirect(page);

  await expect(page).toHaveURL(/\/login$/);
  await expect(form.getByRole("heading", { name: "Giriş Yap" })).toBeVisible();
  await walkAndType(page, form.getByLabel("Şifre", { exact: true }), password);
  await walkAndPress(page, form.getByLabel("Beni hatırla"), "Space");
  await walkAndPress(page, form.getByRole("button", { name: "Giriş Yap" }));
  await expect(page).toHaveURL(/\/account$/);
  const { token } = await signIn(api, { email, password });
  const { item } = await succeed(api.call(getAccount, { token }));
  expect(item).toMatchObject({ name: "Işıl Çağ", birth_date: "29.03.1988", city_id: 21 });
  expect(item.image).not.toBeNull();
});

test("a person finds a survey, votes, and follows its author (R180) @main", async ({
  page,
  api,
  login,
}) => {
  const [owner, me] = [await signUp(api), await signUp(api)];
  const question = `Tuşlarla bulunur mu ${owner.id}?`;
  await publishSurvey(api, owner, { question });
  await login(me);
  await page.goto("/discovery");
  await walkAndType(page, page.getByRole("searchbox", { name: "Anketlerde ara" }), question);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await walkAndPress(page, page.getByRole("link", { name: `Ankete Katıl: ${question}` }));
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  await walkTo(page, option(page, "Çay"));
  await page.keyboard.press("ArrowDown");
  await walkAndPress(page, voteButton(page));
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  await expect(outcome(page)).toBeFocused();

  await page.goto(`/profile/${owner.nickname}`);
  const follow = page.getByRole("main").getByRole("button", { name: /^(Takip Et|Takibi Bırak)$/ });
  await expect(follow).toHaveText("Takip Et");
  const status = { token: me.token, params: { userId: owner.id } };
  for (const follows of [true, false]) {
    await walkAndPress(page, follow);
    await expect(follow).toHaveText(follows ? "Takibi Bırak" : "Takip Et");
    await expect(follow).toBeFocused();
    await expect
      .poll(async () => (await api.call(getFollowStatus, status)).body.item)
      .toBe(follows);
  }
});

test("the wizard's picture is chosen, and Geri keeps the way (R180)", async ({ page }) => {
  await page.goto("/survey/create");
  await walkAndPress(page, page.getByRole("button", { name: "Devam Et" }));
  await expect(page.getByRole("heading", { name: "Ana bilgiler" })).toBeFocused();
  await walkAndType(page, page.getByLabel("Başlık"), "Tuşla seçilen resim?");
  await walkTo(page, page.getByLabel("Resim", { exact: true }));
  const chooser = await openChooser(page, "Space");
  await chooser.setFiles(await pictureFile());
  await expect(page.getByText("Devam etmek için ekleyin: kategori, bitiş")).toBeVisible();
  await walkAndPress(page, page.getByRole("button", { name: "Geri" }));
  await expect(page.getByRole("heading", { name: "Ne oluşturmak istersiniz?" })).toBeFocused();
});

test("what the keyboard focuses is not behind the bar with the button @layout", async ({
  page,
  api,
}) => {
  const options = Array.from({ length: 12 }, (_, at) => `Şık ${at + 1}`);
  const { id } = await publishSurvey(api, await signUp(api), { options });
  await page.goto(`/surveys/${id}`);
  await option(page, "Şık 1").first().focus();
  for (const name of options.slice(1)) {
    await page.keyboard.press("ArrowDown");
    const chosen = page.getByRole("radio", { name, exact: true });
    await expect(chosen).toBeFocused();
    await expect
      .poll(() =>
        chosen.evaluate((radio) => {
          const card = radio.closest("label") ?? radio;
          const { left, bottom, width } = card.getBoundingClientRect();
          return card.contains(document.elementFromPoint(left + width / 2, bottom - 4));
        }),
      )
      .toBe(true);
  }
});

test("no field of the wizard is behind its bar or the header, however low the window @phone", async ({
  page,
}) => {
  await openMainSection(page);
  const first = page.getByLabel("Başlık");
  const last = page.getByRole("radio", { name: "Önce" });
  for (const height of [500, 640]) {
    await page.setViewportSize({ width: 360, height });
    await first.focus();
    for (const [key, goal] of [["Tab", last] as const, ["Shift+Tab", first] as const]) {
      while (!(await goal.evaluate((field) => field === document.activeElement))) {
        await page.keyboard.press(key);
        expect(await page.evaluate(whatCoversTheFocus), `${key} at ${height} px`).toBeNull();
      }
    }
  }
});

/** Runs in the browser. */
function whatCoversTheFocus(): string | null {
  const focused = document.activeElement?.closest("label") ?? document.activeElement;
  const form = document.querySelector("main form");
  if (!focused || !form?.contains(focused)) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const lowest = Math.min(height, innerHeight / 2) - 2;
  for (const down of [2, lowest]) {
    const met = document.elementFromPoint(left + width / 2, top + down);
    if (met && !focused.contains(met) && !met.contains(focused)) {
      return `${focused.outerHTML.slice(0, 120)} behind ${met.outerHTML.slice(0, 120)}`;
    }
  }
  return null;
}

test("menus, panels and dialogs keep the focus and give it back (R180) @layout", async ({
  page,
  api,
  login,
}) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  const header = page.getByRole("banner");
  const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
  await page.goto("/support");
  const opener = header.getByRole("button", { name: isPhone ? "Menü" : "Giriş Yap" });
  await expectKeptInside(page, opener, dialog(isPhone ? "Menü" : "Giriş Yap"));

  const owner = await signUp(api);
  const question = "Kime gösterelim?";
  await publishSurvey(api, owner, { question, visibility: "private" });
  await login(owner);
  await page.goto("/account");
  await expect(page.getByRole("button", { name: `Davet Et: ${question}` })).toBeVisible();
  const bell = header.getByRole("button", { name: "Bildirimler" });
  await expectKeptInside(page, bell, dialog("Bildirimler"));
  if (!isPhone) {
    const account = header.getByRole("button", { name: "Hesabım" });
    await walkAndPress(page, account);
    await walkTo(page, header.getByRole("button", { name: "Çıkış" }));
    await page.keyboard.press("Escape");
    await expect(account).toBeFocused();
  }
  await walkAndPress(page, page.getByRole("button", { name: `Davet Et: ${question}` }));
  await expect(page.getByLabel("Davet bağlantısı")).toBeVisible();
  const renew = page.getByRole("button", { name: "Bağlantıyı Yenile" });
  await expectKeptInside(page, renew, dialog("Bağlantıyı Yenile"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Davet Et: ${question}` })).toBeFocused();
});

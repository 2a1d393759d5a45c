import { readFile } from "node:fs/promises";
import { BRAND } from "#contract/brand.ts";
import { DAY_MS } from "#contract/durations.ts";
import { getAccount, login as logIn } from "#contract/endpoints/account.ts";
import { createSurvey, getSurvey, updateSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, expectNoMessage, openTab, test } from "./fixtures.ts";
import { proveIn } from "./proof-steps.ts";

test("the profile is edited, given up and saved (R110) @main", async ({ page, api, login }) => {
  await login(await signUp(api, { name: "Ayşe Yılmaz" }));
  await page.goto("/account");
  const edit = page.getByRole("button", { name: "Profil Düzenle" });
  await edit.click();
  const name = page.getByLabel("Ad soyad");
  await expect(name).toBeFocused();
  await name.fill("Başka Biri");
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await expect(edit).toBeFocused();
  await expect(page.getByRole("heading", { name: "Ayşe Yılmaz" })).toBeVisible();

  await edit.click();
  await expect(name).toHaveValue("Ayşe Yılmaz");
  await name.fill("Bir Başkası");
  await edit.click();
  await expect(name).toBeHidden();
  // Closed by its opener, as by a slip, it goes on where it was.
  await edit.click();
  await expect(name).toHaveValue("Bir Başkası");
  await name.fill("");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText("Ad ve soyad boş bırakılamaz.")).toBeVisible();
  await name.fill("Ayşe Işıl Yılmaz");
  await page.getByLabel("Biyografi").fill("İstanbul’da yaşıyorum.");
  await page.getByLabel("Şehir").selectOption("Şanlıurfa");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText("Profil Kaydedildi")).toBeVisible();
  await expect(edit).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Ayşe Işıl Yılmaz" })).toBeVisible();
  const about = page.getByRole("region", { name: "Hakkında" });
  await expect(about).toContainText("İstanbul’da yaşıyorum.");
  await expect(about).toContainText("Şanlıurfa");
});

test("own surveys stand with their state, and tests in their own tab (R6, R42, R108)", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  await draftSurvey(api, owner, { question: "Kalan bir taslak" });
  await publishSurvey(api, owner, { question: "Özel bir soru", visibility: "private" });
  const later = new Date(Date.now() + DAY_MS).toISOString();
  await publishSurvey(api, owner, { question: "Yarınki soru", start_time: later });
  await publishSurvey(api, owner, { question: "Bir test", type: "TEST" });
  await login(owner);
  await page.goto("/account");
  const row = (question: string) => page.getByRole("listitem").filter({ hasText: question });
  await expect(row("Kalan bir taslak")).toContainText("Taslak");
  await expect(row("Özel bir soru")).toContainText("YayındaÖzel");
  await expect(row("Yarınki soru")).toContainText("PlanlandıHerkese");

  await expect(page.getByRole("tab", { name: "Anketler (3)" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.getByRole("tab", { name: "Anketler (3)" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Testler (1)" })).toBeFocused();
  await expect(row("Bir test")).toContainText("Yayında");

  await expect(page).toHaveURL("/account?type=TEST");
  await expect(page).toHaveTitle(`Hesabım: Testler · ${BRAND}`);
  await row("Bir test").getByRole("link", { name: "Bir test", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bir test" })).toBeVisible();
  await page.goBack();
  await expect(row("Bir test")).toBeVisible();
  await page.reload();
  await expect(row("Bir test")).toBeVisible();
  await page.getByRole("tab", { name: "Anketler (3)" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page).toHaveTitle(`Hesabım · ${BRAND}`);
});

test("what an upgrade changed stands at the top of the account until it is dismissed (R377) @phone", async ({
  page,
  api,
  login,
  server,
}) => {
  const owner = await signUp(api);
  const sql = await openPlainSql(server.instance);
  await sql.run(
    `insert into unseen_notices (user_id, notice) values (${owner.id}, 'private-results')`,
  );
  await sql.close();
  await login(owner);
  await page.goto("/account");
  const notice = page.getByRole("region", { name: /^Özel anketlerde sonuçlar artık 10 oydan/ });
  await expect(notice).toContainText("size de gösterilmiyor");
  await expect(notice).toBeInViewport({ ratio: 1 });
  await notice.getByRole("button", { name: "Anladım" }).tap();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: owner.name })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("a phone leads from the top of the account to its settings @phone", async ({
  page,
  api,
  login,
}) => {
  await login(await signUp(api));
  await page.goto("/account");
  await page.getByRole("link", { name: "Hesap Ayarları" }).click();
  const settings = page.getByRole("heading", { name: "Hesap ayarları" });
  await expect(settings).toBeFocused();
  await expect(settings).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL("/account");
});

test("owners manage a survey or test on its own page (R540)", async ({ page, api, login }) => {
  const owner = await signUp(api);
  const surveys = [
    await publishSurvey(api, owner, { question: "Bir anket" }),
    await publishSurvey(api, owner, { question: "Bir test", type: "TEST" }),
  ];
  await login(owner);
  for (const { id, question } of surveys) {
    await page.goto(`/surveys/${id}`);
    await page.getByRole("button", { name: "Yönet" }).click();
    await expect(page.getByRole("button", { name: `Düzenle: ${question}` })).toBeVisible();
  }
  await page.getByRole("button", { name: "Sil: Bir test" }).click();
  await page.getByRole("button", { name: "Kalıcı Olarak Sil" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("tab", { name: "Testler (0)" })).toBeVisible();
});

test("a draft that was left is published from the account", async ({ page, api, login }) => {
  const owner = await signUp(api);
  const id = await draftSurvey(api, owner, { question: "Kalan bir taslak" });
  await login(owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Yayınla: Kalan bir taslak" }).click();
  const dialog = page.getByRole("dialog", { name: "Yayınla" });
  await expect(dialog.getByRole("radio", { name: "Özel" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Herkese" }).check();
  await dialog.getByRole("button", { name: "Yayınla" }).click();
  await expect(page.getByText("Anket Yayınlandı")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Kalan bir taslak" })).toContainText(
    "YayındaHerkese",
  );
  await succeed(api.call(getSurvey, { params: { id } }));

  const body = { question: "Şıksız", category_id: 1, image: await picture() };
  await succeed(api.call(createSurvey, { token: owner.token, body }));
  await page.reload();
  await page.getByRole("button", { name: "Yayınla: Şıksız" }).click();
  await dialog.getByRole("button", { name: "Yayınla" }).click();
  await expect(page.getByText("Sonuçlar minimum 2 tane olmalıdır")).toBeVisible();
  await expect(dialog.getByText("Bu taslağın şıkları eksik.")).toBeVisible();
});

test("a survey is changed, ended and deleted by its owner (R54, R55, R56, R228) @layout @main", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, { question: "Çay mı, kahve mi?" });
  await voteFor(api, owner, survey, 0);
  const read = () => api.call(getSurvey, { token: owner.token, params: { id: survey.id } });
  await login(owner);
  await page.goto("/account");

  await page.getByRole("button", { name: "Düzenle: Çay mı, kahve mi?" }).click();
  await page.getByLabel("Açıklama").fill("Sabah kahvaltısında.");
  const endless = page.getByLabel("Süresiz");
  const end = page.getByLabel("Bitiş", { exact: true });
  const save = page.getByRole("button", { name: "Kaydet" });
  await endless.uncheck();
  await end.fill("");
  await save.click();
  await expect(page.getByText("Bitiş tarihini ve saatini seçin")).toBeVisible();
  await expect(end).toBeFocused();
  await end.fill("20266-12-31T18:30");
  await expect(page.getByText("Yılı dört basamakla yazın, örneğin 2030.")).toBeVisible();
  await end.fill("2099-12-31T18:30");
  await endless.check();
  await endless.uncheck();
  await save.click();
  await expect(page.getByText("Anket Güncellendi")).toBeVisible();
  const changed = await succeed(read());
  expect(changed.item).toMatchObject({ description: "Sabah kahvaltısında." });
  expect(changed.item.expire_time).toContain("2099-12-31T15:30");
  await page.goto(`/surveys/${survey.id}`);
  await page.getByRole("button", { name: /^Düzenlendi · / }).click();
  const edits = page.getByRole("dialog", { name: "Neler değişti?" }).getByRole("listitem");
  await expect(edits.filter({ hasText: "Açıklama" })).toContainText("Sabah kahvaltısında.");
  await expect(edits.filter({ hasText: "Bitiş" })).toContainText("Süresiz");

  await page.goto("/account");
  await page.getByRole("button", { name: "Anketi Bitir: Çay mı, kahve mi?" }).click();
  const question = page.getByRole("dialog", { name: "Anketi Bitir" });
  await question.getByRole("button", { name: "Anketi Bitir" }).click();
  await expect(page.getByText("Sona erdi")).toBeVisible();
  // The button is gone with what it did; the focus stays in the list.
  await page.keyboard.press("Tab");
  const list = page.getByRole("tabpanel");
  await expect(list.getByRole("link", { name: "Çay mı, kahve mi?", exact: true })).toBeFocused();

  await page.getByRole("button", { name: "Sil: Çay mı, kahve mi?" }).click();
  await page.getByRole("button", { name: "Kalıcı Olarak Sil" }).click();
  await expect(page.getByText("İlk anketinizi oluşturun")).toBeVisible();
  expect((await read()).status).toBe(404);
});

test("what another device changed meanwhile is not taken back by an owner's dialog", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api);
  const { id } = await publishSurvey(api, owner, { description: "Eski açıklama." });
  const change = (body: { description?: string; expire_time?: string }) =>
    succeed(api.call(updateSurvey, { token: owner.token, params: { id }, body }));
  await login(owner);
  await page.goto(`/surveys/${id}`);
  await expect(page.getByText("Eski açıklama.")).toBeVisible();
  await change({ description: "Yeni açıklama." });

  const open = page.getByRole("button", { name: /^Düzenle:/ });
  const dialog = page.getByRole("dialog", { name: "Anketi Düzenle" });
  const description = dialog.getByLabel("Açıklama");
  await page.getByRole("button", { name: "Yönet" }).click();
  await open.click();
  await expect(description).toHaveValue("Yeni açıklama.");
  await change({ description: "En yenisi.", expire_time: "2099-12-31T15:30:00.000Z" });
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(page.getByText("Anket Güncellendi")).toBeVisible();
  const { item } = await succeed(api.call(getSurvey, { params: { id } }));
  expect(item.description).toBe("En yenisi.");
  expect(item.expire_time).toContain("2099-12-31T15:30");
  expect(item.view_count).toBe(1);
});

test("the password is changed, and sessions elsewhere end (R112) @main", async ({
  page,
  context,
  api,
  login,
}) => {
  const person = await signUp(api);
  const elsewhere = await signIn(api, person);
  const expectElsewhere = (status: number) =>
    expect
      .poll(async () => (await api.call(getAccount, { token: elsewhere.token })).status)
      .toBe(status);
  await login(person);
  const other = await openTab(context);
  await other.goto("/account");
  await page.goto("/account");
  await page.getByRole("button", { name: "Şifre Değiştir" }).click();
  const dialog = page.getByRole("dialog", { name: "Şifre Değiştir" });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const change = dialog.getByRole("button", { name: "Şifreyi Değiştir" });

  await field("Şimdiki şifre").fill("yanlis-sifre");
  await field("Yeni şifre").fill("yepyeni-şifre");
  await field("Yeni şifre tekrarı").fill("başka-bir-şifre");
  await change.click();
  await expect(dialog.getByText("Şifreler uyuşmuyor")).toBeVisible();
  await field("Yeni şifre tekrarı").fill("yepyeni-şifre");
  await change.click();
  await expect(dialog.getByText("Şifreniz hatalı. Lütfen tekrar deneyin.")).toBeVisible();
  await expect(field("Şimdiki şifre")).toBeFocused();
  await expectElsewhere(200);

  await field("Şimdiki şifre").fill(person.password);
  await change.click();
  await expect(page.getByText("Şifre Değiştirildi")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectElsewhere(401);
  expect((await api.call(getAccount, { token: person.token })).status).toBe(401);
  await page.reload();
  await expect(page.getByRole("button", { name: "Şifre Değiştir" })).toBeVisible();
  // Another tab goes on without a word, with its next call as after a reload.
  await other.getByRole("button", { name: "Profil Düzenle" }).click();
  await other.getByLabel("Biyografi").fill("Çay severim.");
  await other.getByRole("button", { name: "Kaydet" }).click();
  await expect(other.getByText("Profil Kaydedildi")).toBeVisible();
  await expectNoMessage(other.getByText(/Oturum Sona Erdi|Giriş Başarılı/));
  await other.reload();
  await expect(other.getByRole("button", { name: "Şifre Değiştir" })).toBeVisible();
  await signIn(api, { email: person.email, password: "yepyeni-şifre" });
});

test("the account's data can be downloaded after a proof (R113, R422)", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/account");
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Verilerimi İndir" }).click();
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  await proveIn(page, person);
  const download = await started;
  const records = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(records.account.email).toBe(person.email);
});

test("the account is deleted after the password, and not before (R114) @main", async ({
  page,
  api,
  login,
}) => {
  const person = await signUp(api);
  await login(person);
  await page.goto("/account");
  await page.getByRole("button", { name: "Hesabımı Sil" }).click();
  const dialog = page.getByRole("dialog", { name: "Hesabınızı Silin" });
  const confirm = dialog.getByRole("button", { name: "Hesabımı Kalıcı Olarak Sil" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Şifreniz", { exact: true }).fill("yanlis-sifre");
  await confirm.click();
  await expect(dialog.getByText("Şifreniz hatalı. Lütfen tekrar deneyin.")).toBeVisible();
  await dialog.getByLabel("Şifreniz", { exact: true }).fill(person.password);
  await confirm.click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Hesabınız Silindi")).toBeVisible();
  const { email, password } = person;
  expect((await api.call(logIn, { body: { email, password } })).status).toBe(401);
});

test("the account works by the keyboard alone (R180)", async ({ page, api, login }) => {
  const owner = await signUp(api);
  await publishSurvey(api, owner, { question: "Çay mı, kahve mi?" });
  await login(owner);
  await page.goto("/account");
  const follower = page.getByRole("button", { name: "0 takipçi" });
  const share = page.getByRole("button", { name: "Paylaş: Çay mı, kahve mi?" });
  const end = page.getByRole("button", { name: "Anketi Bitir: Çay mı, kahve mi?" });
  await expect(share).toBeVisible();
  for (const opener of [follower, share, end]) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sil: Çay mı, kahve mi?" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Kalıcı Olarak Sil" }).press("Enter");
  await expect(page.getByText("İlk anketinizi oluşturun")).toBeVisible();
  // The focus stays in the list instead of being lost with the survey.
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("main").getByRole("link", { name: "Anket Oluştur" }).last(),
  ).toBeFocused();
});

import type { Page } from "@playwright/test";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { PASSWORD_EMPTY } from "#contract/shapes/passwords.ts";
import { type Api, succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { fillMainSection, fillOptions } from "./create-steps.ts";
import { openFilters } from "./discover-steps.ts";
import { expect, test as journey } from "./fixtures.ts";
import { pictureFile } from "./picture-file.ts";
import { fillRegistration } from "./register-steps.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";
import { option, showResults } from "./vote-steps.ts";

/** The way to a screen from the one before, what stands on it, and whether something turns there. */
type Screen = [open: (page: Page) => Promise<unknown>, shows: string | RegExp, underWay?: boolean];

const at = (path: string) => (page: Page) => page.goto(path);
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("dialog")
    .or(page.getByRole("main"))
    .or(page.getByRole("banner"))
    .getByRole("button", { name })
    .filter({ visible: true })
    .last()
    .click();
/** A dialog in place of the one that is open. */
const instead = (name: string | RegExp) => async (page: Page) => {
  await page.keyboard.press("Escape");
  await press(name)(page);
};

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel("E-posta").fill("kimse@ornek.com");
  await page.getByLabel("Şifre", { exact: true }).fill("yanlis-sifre");
  await press("Giriş Yap")(page);
}

async function changePasswordWrongly(page: Page): Promise<void> {
  for (const [field, text] of [
    ["Şimdiki şifre", "yanlis-sifre"],
    ["Yeni şifre", "yepyeni-sifre"],
    ["Yeni şifre tekrarı", "yepyeni-sifre"],
  ] as const) {
    await page.getByLabel(field, { exact: true }).fill(text);
  }
  await press("Şifreyi Değiştir")(page);
}

/** Presses on with the step's fields empty, then fills them in and goes to the next. */
async function goThroughSteps(look: (screens: Screen[]) => Promise<void>): Promise<void> {
  const field = (label: string, text: string) => (page: Page) =>
    page.getByLabel(label, { exact: true }).fill(text);
  const goOn = press("Devam Et");
  const all =
    (...steps: ((page: Page) => Promise<unknown>)[]) =>
    async (page: Page) => {
      for (const step of steps) await step(page);
    };
  await look([
    [(page) => page.getByRole("dialog").getByText("Kayıt Ol").click(), /1\/3/],
    [goOn, "E-posta alanı boş bırakılamaz"],
    [
      all(
        field("E-posta", "isil@ornek.com"),
        field("Şifre", "gizli-sifre-1"),
        field("Şifre tekrarı", "gizli-sifre-1"),
        goOn,
      ),
      /2\/3/,
    ],
    [goOn, "Soyad alanı boş bırakılamaz"],
    [all(field("Ad", "Işıl"), field("Soyad", "Çağ")), "Bu kullanıcı adı kullanılabilir."],
    [goOn, /3\/3/],
    [
      all(
        (page) => page.getByLabel(/açık rıza/).check(),
        (page) => page.getByLabel(/iletilerin/).check(),
        press("Üye Ol"),
      ),
      "Lütfen şehir seçin.",
    ],
  ]);
}

async function registerWithPicture(page: Page): Promise<void> {
  await fillRegistration(page);
  await page
    .getByLabel("Profil resmi (isteğe bağlı)", { exact: true })
    .setInputFiles(await pictureFile());
  await expect(page.getByRole("button", { name: /kaldır$/ })).toBeVisible();
}

const test = journey.extend<{ look: (screens: Screen[]) => Promise<void> }>({
  look: async ({ page }, use) => {
    journey.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await use(async (screens) => {
      for (const [open, shows, underWay = false] of screens) {
        await journey.step(`the screen with ${shows}`, async () => {
          await open(page);
          const shown = page.getByText(shows).or(page.getByRole("button", { name: shows }));
          await expect(shown.filter({ visible: true }).first()).toBeVisible();
          const waiting = page.locator(".animate-breathe, .animate-spin");
          await expect(waiting.filter({ visible: true })).toHaveCount(underWay ? 1 : 0);
          await expectAccessible(page, String(shows));
          await expectFitting(page, String(shows));
        });
      }
    });
  },
});

test("what visitors find keeps nobody out (R179) @layout", async ({ page, api, look }) => {
  const [owner, fan] = [await signUp(api), await signUp(api)];
  await publishSurvey(api, owner, { question: "Hangi kitabı okuyalım?" });
  await succeed(api.call(followPerson, { token: fan.token, params: { userId: owner.id } }));
  await look([
    [at("/"), "Üç adımda anketiniz hazır"],
    [at("/surveys"), /^İlk \d+ anket$|anket bulundu/],
    [(page) => page.goto("/discovery?q=KITABI").then(() => openFilters(page)), "Testler"],
    [at("/surveys?q=boyleBirSoruYok"), "Filtreleri Kaldır"],
    [at(`/profile/${owner.nickname}`), "Hangi kitabı okuyalım?"],
    [press("1 takipçi"), "Takipçiler"],
    [at("/boyle-bir-sayfa-yok"), "Anasayfaya Dön"],
  ]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await look([[press("Sloganı durdur"), "Sloganı oynat"]]);
});

test("the texts keep nobody out @layout", async ({ look }) => {
  const texts = {
    about: "Hakkımızda",
    support: "Destek",
    contact: "İletişim",
    team: "Ekip",
    company: "Şirket",
    blog: "Blog",
    privacy: "Gizlilik Politikası",
    kvkk: "KVKK Aydınlatma Metni",
  };
  await look(Object.entries(texts).map(([path, title]): Screen => [at(`/${path}`), title]));
});

test("the ways in keep nobody out (R179) @layout", async ({ isMobile, look }) => {
  const menu: Screen[] = isMobile ? [[press("Menü"), "Testler"]] : [];
  await look([
    [at("/login"), "Beni hatırla"],
    [press("Giriş Yap"), "E-posta alanı boş bırakılamaz"],
    [logInWrongly, "Giriş bilgileri hatalı"],
    [at("/register"), "Şifre tekrarı"],
    [registerWithPicture, "Bu kullanıcı adı kullanılabilir."],
    ...menu,
    [at("/notifications"), /haber alırsınız/],
    [at("/invitations"), "Giriş yapın"],
    [press("Giriş Yap"), "Beni hatırla"],
  ]);
  await goThroughSteps(look);
  await look([[instead("Bildirimler"), /haber alırsınız/]]);
});

test("a survey keeps nobody out, from its choice to its end (R179) @layout", async ({
  page,
  api,
  login,
  look,
}) => {
  const [owner, voter] = [await signUp(api), await signUp(api)];
  const survey = await publishSurvey(api, owner, {
    options: ["Çay", "Kahve", "Su"],
    description: "Bir\nİki",
    image: await picture("#2e7d6b", "uzun.png", [900, 1600]),
  });
  const planned = await publishSurvey(api, owner, { start_time: "2099-01-02T06:30:00Z" });
  const hidden = await publishSurvey(api, owner, {
    result_visibility: "after",
    expire_time: "2099-03-04T09:00:00Z",
    option_theme_id: 2,
  });
  const ended = await publishSurvey(api, owner);
  await voteFor(api, owner, ended, 0);
  const { token } = owner;
  await succeed(api.call(closeSurvey, { token, params: { id: ended.id } }));
  await login(voter);
  await look([
    [at(`/surveys/${planned.id}`), "Bu anket henüz başlamadı"],
    [at(`/surveys/${survey.id}`), "Oyla"],
    [press("Resmin tamamını göster"), "Kapat"],
    [instead("Resmi büyüt: Çay"), "Kapat"],
    [() => page.keyboard.press("Escape").then(() => option(page, "Su").check()), "Oyla"],
    [press("Oyla"), "Oy Verildi"],
    [() => showResults(page), "Toplam 1 oy"],
    [at(`/surveys/${hidden.id}`), "Oyla"],
    [() => showResults(page), "Sonuçlar oy verdikten sonra görünür."],
    [instead("Resmi büyüt: Çay"), "Kapat"],
    [at(`/surveys/${ended.id}`), "sona erdi"],
  ]);
});

/** Somebody with surveys in every state, a guest, a follower and an invitation. */
async function busyPerson(api: Api) {
  const [me, guest] = [await signUp(api), await signUp(api)];
  const { token } = me;
  await draftSurvey(api, me, { question: "Kalan bir taslak" });
  await publishSurvey(api, me, { question: "Yarınki", start_time: "2099-01-02T06:30:00Z" });
  await publishSurvey(api, me, { question: "Bir test", type: "TEST" });
  const mine = { question: "Özel soru", visibility: "private" } as const;
  const { id } = await publishSurvey(api, me, mine);
  const body = { nickname: guest.nickname };
  await succeed(api.call(invitePerson, { token, params: { id }, body }));
  await succeed(api.call(followPerson, { token: guest.token, params: { userId: me.id } }));
  const theirs = await publishSurvey(api, guest, { ...mine, question: "Davetli soru" });
  const invited = { params: { id: theirs.id }, body: { nickname: me.nickname } };
  await succeed(api.call(invitePerson, { token: guest.token, ...invited }));
  return me;
}

test("an account keeps nobody out (R179) @layout", async ({ page, api, login, look }) => {
  await login(await busyPerson(api));
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  await look([
    [at("/invitations"), "Davetli soru"],
    [press("Davet ayarları"), "Takip ettiklerim"],
    [press("Kapat"), "Davetli soru"],
    [press(isPhone ? "Menü" : "Hesabım"), "Çıkış"],
    // While they are new.
    [instead(/^Bildirimler/), "sizi bir ankete davet etti"],
    [at("/notifications"), "sizi takip etmeye başladı"],
    [at("/account"), "Özel soru"],
    [press("Profil Düzenle"), "Biyografi"],
  ]);
});

test("an account's dialogs keep nobody out (R179) @layout", async ({ api, login, look }) => {
  const me = await busyPerson(api);
  await login(me);
  await look([
    [(page) => page.goto("/account").then(() => press("Davet Et: Özel soru")(page)), "Geri Al"],
    [press("Bağlantıyı Yenile"), "Yenile"],
    [(page) => page.goto("/account").then(() => press("1 takipçi")(page)), "Takipçiler"],
    [instead("Düzenle: Özel soru"), "Türkiye saatiyle"],
    [instead("Anketi Bitir: Özel soru"), "artık oy verilemez"],
    [instead("Sil: Özel soru"), "Kalıcı Olarak Sil"],
    [instead("Şifre Değiştir"), "Yeni şifre tekrarı"],
    [changePasswordWrongly, "Şifreniz hatalı. Lütfen tekrar deneyin."],
    [instead("Açık Oturumlar"), "Bu oturum"],
    [instead(/^İki Adımlı Doğrulama/), "Geçiş anahtarları"],
    [press("Kodları Aç"), "Doğrulama kodlarını açmak için kimliğinizi doğrulayın."],
    [press("Devam Et"), PASSWORD_EMPTY],
    [
      async (page) => {
        await page.getByLabel("Şifreniz", { exact: true }).fill(me.password);
        await press("Devam Et")(page);
      },
      "Uygulamada aç",
    ],
    [press("Kodları Aç"), "Kod 6 rakamdan oluşur."],
    [instead("Hesabımı Sil"), "Bütün cihazlarda oturumunuz kapanır."],
  ]);
});

test("the wizard keeps nobody out, from its type to what is published (R179) @layout", async ({
  page,
  api,
  login,
  look,
}) => {
  await login(await signUp(api));
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/auth/surveys/options", async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await look([
    [at("/survey/create"), "Ne oluşturmak istersiniz?"],
    [press("Devam Et"), "Ana bilgiler"],
    [() => fillMainSection(page, { question: "ab" }), "Taslağınız bu tarayıcıda saklanıyor."],
    [press("Devam Et"), "En az 3 karakter girin."],
    [() => page.getByLabel("Başlık").fill("Yeni soru?"), "Devam Et"],
    [press("Devam Et"), "Tema"],
    [press("Devam Et"), "Şık ekle"],
    [press("Yayınla"), "Lütfen boş alan bırakmayınız."],
    [() => fillOptions(page, ["Çay", "Kahve", "Su"]), "Rengi değiştir (3. şıkkın resmi)"],
    [press("Baştan Başla"), "Taslağı Sil"],
    [instead("Yayınla"), "Gönderiliyor", true],
    [async () => goOn(), "Yeni Anket"],
  ]);
});

import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { MINUTE_MS } from "#contract/durations.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { authDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { account, author, results, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AuthDialog } from "../auth-dialog.tsx";

const FOLLOW = "PUT /api/auth/account/followings/{userId}";
const IDENTITY = "PUT /api/auth/account/my/identity";
const DETAILS = "PUT /api/auth/account/my/details";
const nameless = account({ name: "", nickname: "uye_1", missing: ["identity", "details"] });
const API: FakeApi = {
  "GET /api/auth/account/my": { item: nameless },
  "GET /api/auth/followings/{userId}/status": () => ({ item: callsOf(FOLLOW).length > 1 }),
  "GET /api/nickname/{nickname}/confirm": ({ path }) => ({
    item: { nickname: path.split("/").at(-2) ?? "" },
  }),
  "GET /api/cities": { items: [{ code: 35, name: "İzmir" }] },
  "POST /api/auth/challenge": { item: null },
  [FOLLOW]: () => (callsOf(IDENTITY).length === 0 ? refuse("account_incomplete") : { item: true }),
  [IDENTITY]: { item: account({ name: "Defne Ak" }) },
};
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name });
const dialog = page.getByRole("dialog");

beforeEach(signIn);

const showFollow = (api: FakeApi = {}) =>
  show(
    <>
      <FollowButton person={author()} place="profile" />
      <AuthDialog />
    </>,
    { ...API, ...api },
  );

async function fillIdentity(): Promise<void> {
  await field("Ad").fill("Defne");
  await field("Soyad").fill("Ak");
  await field("Şifre").fill("gizli-sifre-1");
  await expect.element(field("Kullanıcı adı")).toHaveValue("defne_ak");
  await field("Şifre tekrarı").fill("gizli-sifre-1");
  await field("Hesabımla ilgili iletilerin bana gönderilmesini kabul ediyorum.").click();
  await button("Devam et").click();
}

test("what needs a name asks for it, and goes on by itself (R504)", async () => {
  await showFollow();
  await button("Takip Et").click();
  await expect.element(dialog).toHaveAccessibleName("Hesabınızı tamamlayın");
  await fillIdentity();
  await expect.poll(() => callsOf(FOLLOW).length).toBe(2);
  expect(callsOf(IDENTITY)[0]?.body).toMatchObject({ name: "Defne Ak", nickname: "defne_ak" });
  await expect.element(button("Takibi Bırak")).toBeVisible();
});

test("closing it leaves what was begun undone, and says why (R504)", async () => {
  await showFollow();
  await button("Takip Et").click();
  await expect.element(field("Ad")).toHaveFocus();
  await button("Kapat").click();
  await expect.element(page.getByText(/Bunun için önce adınızı/)).toBeVisible();
  await expect.element(button("Takip Et")).toBeVisible();
});

test("an old session is proved by a code, and nothing typed is lost (R504)", async () => {
  await showFollow({
    [IDENTITY]: () =>
      callsOf(IDENTITY).length === 1
        ? refuse("sign_in_again")
        : { item: account({ name: "Defne Ak" }) },
    [FOLLOW]: () => (callsOf(IDENTITY).length < 2 ? refuse("account_incomplete") : { item: true }),
    "POST /api/auth/codes": {
      item: { attempt: "attempt", expires_at: new Date(Date.now() + 10 * MINUTE_MS).toISOString() },
    },
    "POST /api/auth/codes/use": {
      item: {
        session: { token: "new", expires_at: "2099-01-01T00:00:00.000Z" },
        account: nameless,
        is_new: false,
        vote: null,
      },
    },
  });
  await button("Takip Et").click();
  await fillIdentity();
  await expect.element(field("E-posta")).toHaveValue("ayse@ornek.com");
  await button("Kod Gönder").click();
  await page.getByLabelText(/adresine gelen 6 rakam/).fill("481203");
  await expect.poll(() => callsOf(FOLLOW).length).toBe(2);
  expect(callsOf(IDENTITY)[1]).toMatchObject({ token: "new", body: { name: "Defne Ak" } });
});

test("after a vote its outcome is shown, and details are asked for or left (R503)", async () => {
  await show(<AuthDialog />, {
    ...API,
    "GET /api/auth/surveys/{id}/responses/result": { items: results(1, 52) },
    [DETAILS]: { item: account() },
  });
  const counted = { survey_id: 5, survey_option_id: 2 };
  authDialog.set({ shown: "details", title: "Oy Verildi", counted });
  await expect.element(dialog).toHaveAccessibleName("Oy Verildi");
  await expect.element(page.getByText("Sizinle birlikte 52 kişi “Kahve” dedi.")).toBeVisible();
  await button("Sonra").click();
  await expect.element(dialog).not.toBeInTheDocument();

  authDialog.set({ shown: "details", title: "Oy Verildi", counted });
  await expect.element(page.getByRole("option", { name: "İzmir" })).toBeInTheDocument();
  await field("Gün").selectOptions("05");
  await field("Ay").selectOptions("11");
  await field("Yıl").selectOptions("2004");
  await field("Cinsiyet").selectOptions("women");
  await field("Şehir").selectOptions("35");
  await button("Ekle ve devam et").click();
  await expect.element(page.getByText(/açık rıza metnini onaylamalısınız/)).toBeVisible();
  await field("Bu verilerimin işlenmesine açık rıza veriyorum.").click();
  await button("Ekle ve devam et").click();
  await expect.element(page.getByText("Bilgileriniz Eklendi")).toBeVisible();
  expect(callsOf(DETAILS)[0]?.body).toEqual({
    gender: "women",
    birth_date: "05.11.2004",
    city_id: "35",
    explicit_consent: true,
  });
});

import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { currentToken, endSession } from "#web/lib/session.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { account } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { RegisterSteps } from "./register-steps.tsx";

const REGISTER = "POST /api/auth/register";
const LOGIN = "POST /api/auth/login";
const CONFIRM = "GET /api/nickname/{nickname}/confirm";
const API: FakeApi = {
  "GET /api/cities": { items: [{ code: 21, name: "Diyarbakır" }] },
  [CONFIRM]: ({ path }) => {
    const nickname = path.split("/").at(-2) ?? "";
    return ["isil_cag", "alinmis"].includes(nickname)
      ? refuse("nickname_taken")
      : { item: { nickname } };
  },
  "POST /api/auth/challenge": { item: null },
  [REGISTER]: { item: account() },
  [LOGIN]: { token: "new", expires_at: "2099-01-01T00:00:00.000Z" },
};
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name });
const goOn = button("Devam Et");
const submit = button("Üye Ol");
const progress = (at: number) => page.getByText(new RegExp(`${at}/3`));

const showSteps = (api: FakeApi = {}) =>
  show(<RegisterSteps onSwitch={vi.fn()} />, { ...API, ...api });

// Clears what an earlier test typed, as every change of the session does.
beforeEach(() => endSession());

async function fillFirst(): Promise<void> {
  await field("E-posta").fill("isil@ornek.com");
  await field("Şifre").fill("gizli-sifre-1");
  await field("Şifre tekrarı").fill("gizli-sifre-1");
  await goOn.click();
  await expect.element(progress(2)).toBeVisible();
}

async function fillSecond(): Promise<void> {
  await field("Ad").fill("Işıl");
  await field("Soyad").fill("Çağ");
  await expect.element(field("Kullanıcı adı")).toHaveValue("isil_cag2");
  await goOn.click();
  await expect.element(progress(3)).toBeVisible();
}

async function fillThird(): Promise<void> {
  await expect.element(page.getByRole("option", { name: "Diyarbakır" })).toBeInTheDocument();
  for (const [label, choice] of [
    ["Cinsiyet", "Kadın"],
    ["Şehir", "Diyarbakır"],
    ["Gün", "29"],
    ["Ay", "Şubat"],
    ["Yıl", "1988"],
  ] as const) {
    await field(label).selectOptions(choice);
  }
  await page.getByLabelText(/açık rıza/).click();
  await page.getByLabelText(/iletilerin/).click();
}

test("the first step says at its fields what is wrong with e-mail and password (R199)", async () => {
  await showSteps();
  await expect.element(field("E-posta")).toHaveFocus();
  await goOn.click();
  await expect.element(field("E-posta")).toHaveFocus();
  await expect.element(field("E-posta")).toHaveAccessibleDescription(/boş bırakılamaz/);
  await expect.element(field("Şifre")).toHaveAccessibleDescription(/en az 6 karakterden/);

  await field("E-posta").fill("isil");
  await field("Şifre").fill("gizli-sifre-1");
  await field("Şifre tekrarı").fill("gizli-sifre-2");
  await userEvent.keyboard("{Enter}");
  await expect.element(field("E-posta")).toHaveAccessibleDescription(/geçerli bir e-posta/);
  await expect.element(field("Şifre tekrarı")).toHaveAccessibleDescription("Şifreler uyuşmuyor");
  await expect.element(progress(1)).toBeVisible();

  await field("E-posta").fill("isil@ornek.com");
  await field("Şifre tekrarı").fill("gizli-sifre-1");
  await userEvent.keyboard("{Enter}");
  await expect.element(progress(2)).toHaveAttribute("aria-live", "polite");
  await expect.element(field("Ad")).toHaveFocus();
});

test("the second step suggests a free nickname, which can be changed (R199)", async () => {
  await showSteps();
  await fillFirst();
  await goOn.click();
  await expect.element(field("Ad")).toHaveAccessibleDescription("Ad alanı boş bırakılamaz");
  await expect.element(field("Soyad")).toHaveAccessibleDescription("Soyad alanı boş bırakılamaz");
  await field("Ad").fill("Işıl");
  await field("Soyad").fill("Çağ");
  const nickname = field("Kullanıcı adı");
  await expect.element(nickname).toHaveValue("isil_cag2");
  await expect.element(nickname).toHaveAccessibleDescription(/kullanılabilir/);
  await field("Soyad").fill("Öz");
  await expect.element(nickname).toHaveValue("isil_oz");

  await nickname.fill("alinmis");
  await goOn.click();
  await expect.element(nickname).toHaveAccessibleDescription(/alınmış/);
  await expect.element(nickname).toHaveFocus();
  await expect.element(progress(2)).toBeVisible();
  await nickname.fill("benim_adim");
  await field("Soyad").fill("Çağ");
  await expect.element(nickname).toHaveAccessibleDescription(/kullanılabilir/);
  await goOn.click();
  await expect.element(progress(3)).toBeVisible();
  await button("Geri").click();
  await expect.element(nickname).toHaveValue("benim_adim");
});

test("the third step says at its fields what is wrong, and waits for both consents (R199)", async () => {
  await showSteps();
  await fillFirst();
  await fillSecond();
  await expect.element(field("Cinsiyet")).toHaveFocus();
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText(/açık rıza/).click();
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText(/iletilerin/).click();
  await submit.click();
  await expect.element(field("Cinsiyet")).toHaveFocus();
  await expect.element(field("Şehir")).toHaveAccessibleDescription("Lütfen şehir seçin.");
  await expect.element(page.getByText("Lütfen doğum tarihinizi seçin.")).toBeVisible();
  expect(callsOf(REGISTER)).toHaveLength(0);
});

test("Geri keeps all that was filled in, and no field is asked for twice (R199)", async () => {
  await showSteps();
  await fillFirst();
  await fillSecond();
  await fillThird();
  await button("Geri").click();
  await expect.element(field("Soyad")).toHaveValue("Çağ");
  await expect.element(field("Kullanıcı adı")).toHaveValue("isil_cag2");
  await button("Geri").click();
  await expect.element(field("E-posta")).toHaveValue("isil@ornek.com");
  await expect.element(field("Şifre")).toHaveValue("gizli-sifre-1");
  await goOn.click();
  await goOn.click();
  await expect.element(field("Yıl")).toHaveValue("1988");
  await submit.click();
  await expect.poll(currentToken).toBe("new");
  expect(callsOf(REGISTER).map(({ body }) => body)).toMatchObject([
    { name: "Işıl Çağ", email: "isil@ornek.com", nickname: "isil_cag2", birth_date: "29.02.1988" },
  ]);
  expect(callsOf(LOGIN)).toHaveLength(1);
});

test("what the server refuses leads back to the step of its field (R199)", async () => {
  await showSteps({ [REGISTER]: refuse("email_taken") });
  await fillFirst();
  await fillSecond();
  await fillThird();
  await submit.click();
  await expect.element(progress(1)).toBeVisible();
  await expect.element(field("E-posta")).toHaveFocus();
  await expect.element(field("E-posta")).toHaveAccessibleDescription(/bir hesap zaten var/);
  await goOn.click();
  await goOn.click();
  await expect.element(page.getByLabelText(/açık rıza/)).toBeChecked();
});

test("the same press completes once though both responses were lost (R200)", async () => {
  const answers = [NO_CONNECTION, refuse("nickname_taken"), refuse("nickname_taken")];
  const logins = [NO_CONNECTION, API[LOGIN], API[LOGIN]];
  await showSteps({
    [REGISTER]: () => answers.shift() as never,
    [LOGIN]: () => logins.shift() as never,
  });
  await fillFirst();
  await fillSecond();
  await fillThird();
  await submit.click();
  await expect.element(page.getByText(/Sunucuya ulaşılamadı/)).toBeVisible();
  await submit.click();
  await expect.poll(() => callsOf(LOGIN).length).toBe(1);
  await expect.element(submit).not.toHaveAttribute("aria-busy", "true");
  await submit.click();
  await expect.poll(currentToken).toBe("new");
});

test("what was typed outlives a reload, but for passwords and consents (R200)", async () => {
  const first = await showSteps();
  await fillFirst();
  await fillSecond();
  await fillThird();
  expect(Object.values(sessionStorage).join()).not.toContain("gizli-sifre-1");
  await first.unmount();
  await showSteps();
  await expect.element(field("E-posta")).toHaveValue("isil@ornek.com");
  await expect.element(field("Şifre")).toHaveValue("");
  await fillFirst();
  await expect.element(field("Soyad")).toHaveValue("Çağ");
  await goOn.click();
  await expect.element(field("Şehir")).toHaveValue("21");
  await expect.element(page.getByLabelText(/açık rıza/)).not.toBeChecked();
});

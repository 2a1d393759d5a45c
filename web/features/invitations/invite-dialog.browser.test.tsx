import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ERRORS } from "#contract/errors.ts";
import type { Author } from "#contract/shapes/survey-shapes.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { author, only, ownSurvey, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

const INVITE = "POST /api/auth/surveys/{id}/invitations";
const WITHDRAW = "DELETE /api/auth/surveys/{id}/invitations/{userId}";
const RENEW = "PUT /api/auth/surveys/{id}/invitation-link";
const dialog = page.getByRole("dialog", { name: "Davet Et" });
const nickname = dialog.getByLabelText("Kullanıcı adıyla davet edin");

beforeEach(signIn);

const showDialog = (api: FakeApi = {}) =>
  show(
    <InviteDialog
      survey={ownSurvey({ visibility: "private" })}
      title="Davet Et"
      open
      onClose={() => undefined}
    />,
    {
      "GET /api/auth/surveys/{id}/invitation-link": { item: { code: "ilk-kod" } },
      "GET /api/auth/surveys/{id}/invitations": only<Author>(),
      ...api,
    },
  );

test("an invitation that is under way keeps its name until the response", async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await showDialog({ [INVITE]: () => mayAnswer.then(() => refuse("person_not_found")) });
  await nickname.fill("boyle_biri_yok");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("bir_baskasi");
  answer();
  await expect.element(dialog.getByText("Böyle bir kullanıcı yok.")).toBeVisible();
  await expect.element(nickname).toHaveValue("boyle_biri_yok");
  await expect.element(nickname).toHaveFocus();
});

test("a refused invitation says why at the name, which stays (R236)", async () => {
  const codes = ["not_invitable", "daily_quota"] as const;
  await showDialog({ [INVITE]: () => refuse(codes[callsOf(INVITE).length - 1] ?? "forbidden") });
  await nickname.fill("elif");
  for (const code of codes) {
    await userEvent.keyboard("{Enter}");
    await expect.element(nickname).toHaveAccessibleDescription(ERRORS[code][2]);
    await expect.element(nickname).toHaveValue("elif");
    await expect.element(nickname).toHaveFocus();
  }
});

test("after an invitation by keyboard the focus is ready for the next one", async () => {
  await showDialog({ [INVITE]: { item: author() } });
  await nickname.fill("elif");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Davet Gönderildi")).toBeVisible();
  await expect.element(nickname).toHaveValue("");
  await expect.element(nickname).toHaveFocus();
});

test("after an invitation is withdrawn by keyboard the focus stays in the list", async () => {
  const people = [author({ id: 1, name: "Can Öz" }), author({ id: 2, name: "Ece Su" })];
  await showDialog({
    "GET /api/auth/surveys/{id}/invitations": () => {
      const gone = callsOf(WITHDRAW).map(({ path }) => Number(path.split("/").at(-1)));
      return only(...people.filter(({ id }) => !gone.includes(id)));
    },
    [WITHDRAW]: null,
  });
  const list = page.getByRole("region", { name: "Davetliler" });
  const takeBack = async (name: string) => {
    const button = list.getByRole("button", { name: `Geri Al: ${name}` });
    button.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(list).toHaveFocus();
  };
  await expect.element(list.getByRole("link", { name: /Can Öz/ })).toBeVisible();
  await takeBack("Can Öz");
  await userEvent.tab();
  await expect.element(list.getByRole("link", { name: /Ece Su/ })).toHaveFocus();
  await takeBack("Ece Su");
});

test("a link whose renewal's response was lost is not shown as if it still worked", async () => {
  await showDialog({
    "GET /api/auth/surveys/{id}/invitation-link": () => ({
      item: { code: callsOf(RENEW).length === 0 ? "ilk-kod" : "yeni-kod" },
    }),
    [RENEW]: NO_CONNECTION,
  });
  const link = page.getByLabelText("Davet bağlantısı");
  await expect.element(link).toHaveValue(`${location.origin}/surveys/5?davet=ilk-kod`);
  await page.getByRole("button", { name: "Bağlantıyı Yenile" }).click();
  await page.getByRole("button", { name: "Yenile", exact: true }).click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(link).toHaveValue(`${location.origin}/surveys/5?davet=yeni-kod`);
});

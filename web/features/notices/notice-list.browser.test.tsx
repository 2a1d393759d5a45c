import { useQuery } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { NoticeList } from "./notice-list.tsx";

const ACCOUNT = "GET /api/auth/account/my";
const DISMISS = "DELETE /api/auth/account/notices/{name}";
const notices = [
  { name: "first", title: "Sonuçlar değişti", text: "Beş oydan itibaren görünüyor." },
  { name: "second", title: "Davetler değişti", text: "Kimlerin davet edeceğini seçin." },
];

function Screen() {
  const { data } = useQuery(accountQuery);
  return (
    data && (
      <NoticeList notices={data.item.notices}>
        <h1>Ayşe Yılmaz</h1>
      </NoticeList>
    )
  );
}

beforeEach(signIn);

test("notices are dismissed one after another by keyboard, and the focus moves to what follows (R377)", async () => {
  let left = notices;
  await show(<Screen />, {
    [ACCOUNT]: () => ({ item: account({ notices: left }) }),
    [DISMISS]: ({ path }) => {
      left = left.filter(({ name }) => !path.endsWith(name));
      return null;
    },
  });
  const first = page.getByRole("region", { name: "Sonuçlar değişti" });
  const second = page.getByRole("region", { name: "Davetler değişti" });
  await expect.element(first).toMatchTextContent(/Beş oydan itibaren görünüyor\./);
  const button = first.getByRole("button", { name: "Anladım" });
  await expect.element(button).toHaveAccessibleDescription("Sonuçlar değişti");
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(first).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.contains(second.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);

  await userEvent.tab();
  await expect.element(second.getByRole("button")).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.element(second).not.toBeInTheDocument();
  const heading = page.getByRole("heading", { name: "Ayşe Yılmaz" });
  await expect.poll(() => document.activeElement?.contains(heading.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(callsOf(DISMISS)).toHaveLength(2);
});

test("a notice whose dismissal fails stays, says why and can be dismissed again (R377)", async () => {
  let isAway = true;
  await show(<Screen />, {
    [ACCOUNT]: { item: account({ notices: notices.slice(0, 1) }) },
    [DISMISS]: () => (isAway ? NO_CONNECTION : null),
  });
  const button = page.getByRole("button", { name: "Anladım" });
  await button.click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(button).toBeVisible();
  isAway = false;
  // The toast covers the button, so it is pressed by keyboard.
  await userEvent.keyboard("{Enter}");
  await expect.element(button).not.toBeInTheDocument();
});

test("an account without notices, as from a previous release's server, shows only what follows", async () => {
  await show(<Screen />, { [ACCOUNT]: { item: account() } });
  await expect.element(page.getByRole("heading", { name: "Ayşe Yılmaz" })).toBeVisible();
  expect(page.getByRole("button", { name: "Anladım" }).elements()).toHaveLength(0);
});

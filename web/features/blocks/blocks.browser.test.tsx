import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { account, author, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { BlockButton } from "./block-button.tsx";
import { BlockedPeople } from "./blocked-people.tsx";

const ONE = "GET /api/auth/account/blocks/{userId}";
const SET = "PUT /api/auth/account/blocks/{userId}";
const UNDO = "DELETE /api/auth/account/blocks/{userId}";
const LIST = "GET /api/auth/account/blocks";
const API: FakeApi = { "GET /api/auth/account/my": { item: account() }, [UNDO]: null };
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

beforeEach(signIn);

test("a profile offers muting and blocking, says what each does, and undoes it (R637)", async () => {
  let kind: "block" | "mute" | null = null;
  await show(<BlockButton person={author()} />, {
    ...API,
    [ONE]: () => ({ item: kind }),
    [SET]: ({ body }) => {
      kind = body.kind;
      return { item: body.kind };
    },
  });
  await press("Engelle");
  await expect.element(page.getByText(/Profiline yine girebilirsiniz/)).toBeVisible();
  await press("Sessize Al");
  await expect.element(page.getByText(/artık sessizde\./)).toBeVisible();
  expect(callsOf(SET).map(({ body }) => body)).toEqual([{ kind: "mute" }]);
  await press("Engelle");
  await press("Sessizden Çıkar");
  await expect.poll(() => callsOf(UNDO).length).toBe(1);
});

test("a refused block says why (R635)", async () => {
  await show(<BlockButton person={author()} />, {
    ...API,
    [ONE]: { item: null },
    [SET]: refuse("blocks_limit"),
  });
  await press("Engelle");
  await page.getByRole("dialog").getByRole("button", { name: "Engelle", exact: true }).click();
  await expect.element(page.getByText("Liste Dolu")).toBeVisible();
});

test("the account's settings list whom one has blocked, each undone by one press (R637)", async () => {
  let items = [{ person: author(), kind: "block" as const, since: "2026-03-14T09:00:00Z" }];
  await show(<BlockedPeople />, {
    ...API,
    [LIST]: () => ({ items, next_cursor: null }),
    [UNDO]: () => {
      items = [];
      return null;
    },
  });
  await press("Engellenenler");
  await expect.element(page.getByText(/Engelli$/)).toBeVisible();
  await page.getByRole("button", { name: /^Geri Al/ }).click();
  await expect.element(page.getByText(/Kimseyi engellemediniz/)).toBeVisible();
});

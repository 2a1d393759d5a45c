import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { eventServer } from "#web/testing/event-streams.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { Bell } from "./bell.tsx";

const COUNT = "GET /api/auth/account/notifications/unread-count";
const bell = page.getByRole("button");

test("the bell shows the count of the stream, also where an earlier one arrives later (R369)", async () => {
  const { api, surveys, send } = eventServer();
  const { promise: earlier, resolve: answer } = Promise.withResolvers<number>();
  signIn();
  await show(<Bell />, { ...api, [COUNT]: () => earlier });
  await expect.poll(surveys).toEqual([""]);
  send("unread", 3);
  await expect.element(bell).toHaveAccessibleName("Bildirimler, 3 okunmamış");
  answer(1);
  await earlier;
  send("unread", 3);
  await expect.element(bell).toHaveAccessibleName("Bildirimler, 3 okunmamış");
  send("unread", 4);
  await expect.element(bell).toHaveAccessibleName("Bildirimler, 4 okunmamış");
});

test("a visitor's bell opens no stream (R367)", async () => {
  const { api, streams } = eventServer();
  await show(<Bell />, api);
  await expect.element(bell).toHaveAccessibleName("Bildirimler");
  expect(streams).toEqual([]);
});

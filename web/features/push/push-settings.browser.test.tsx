import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { PushChoices } from "#contract/endpoints/push.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import * as browserPush from "./browser-push.ts";
import { PushSettings } from "./push-settings.tsx";

vi.mock("./browser-push.ts", { spy: true });
const { pushState, subscribeBrowser, unsubscribeBrowser } = vi.mocked(browserPush);
const CHANGE = "PUT /api/auth/account/push";
const public_key = "B".repeat(87);
const subscription = {
  endpoint: "https://push.example/1",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};

beforeEach(() => {
  signIn();
  pushState.mockReturnValue("possible");
  subscribeBrowser.mockResolvedValue(subscription);
  unsubscribeBrowser.mockResolvedValue();
});

async function showSettings(choices: PushChoices | null = null) {
  let item = { public_key, choices };
  await show(<PushSettings />, {
    "GET /api/auth/account/push": () => ({ item }),
    [CHANGE]: ({ body: { kinds, at_any_time } }) => {
      item = { public_key, choices: { kinds, at_any_time } };
      return { item };
    },
    "DELETE /api/auth/account/push": () => {
      item = { public_key, choices: null };
      return null;
    },
  });
}
const button = (name: string) => page.getByRole("button", { name });
const toggle = (name: string | RegExp) => page.getByRole("switch", { name });

test("a browser is subscribed on a press, and what it gets is chosen (R521, R523)", async () => {
  await showSettings();
  expect(subscribeBrowser).not.toHaveBeenCalled();
  await button("Bu Tarayıcıda Aç").click();
  expect(subscribeBrowser).toHaveBeenCalledWith(public_key);
  await expect.element(toggle("Günün sorusu")).toBeChecked();
  await toggle("Günün sorusu").click();
  await expect.element(toggle("Günün sorusu")).not.toBeChecked();
  await toggle(/Gece de/).click();
  await expect.element(toggle(/Gece de/)).toBeChecked();
  expect(callsOf(CHANGE).map(({ body }) => body)).toEqual([
    { kinds: ["ended", "question", "invitation"], at_any_time: false, subscription },
    { kinds: ["ended", "invitation"], at_any_time: false, subscription },
    { kinds: ["ended", "invitation"], at_any_time: true, subscription },
  ]);
  await button("Bu Tarayıcıda Kapat").click();
  await expect.element(button("Bu Tarayıcıda Aç")).toBeVisible();
  expect(unsubscribeBrowser).toHaveBeenCalledOnce();
});

test("a refused permission and an unreachable service are explained, and change nothing", async () => {
  await showSettings();
  subscribeBrowser.mockResolvedValueOnce(null);
  await button("Bu Tarayıcıda Aç").click();
  await expect.element(page.getByText("Bildirimlere İzin Verilmedi")).toBeVisible();
  subscribeBrowser.mockRejectedValueOnce(new DOMException("push service not available"));
  await button("Bu Tarayıcıda Aç").click();
  await expect.element(page.getByText("Tarayıcı Bildirim Hizmetine Ulaşamadı")).toBeVisible();
  expect(callsOf(CHANGE)).toEqual([]);
});

test.for([
  ["blocked", /engelliyor/],
  ["not installed", /ana ekrana ekleyin/],
  ["impossible", /bildirim alamıyor/],
] as const)("where it is %s, the settings say what to do", async ([state, words]) => {
  pushState.mockReturnValue(state);
  await showSettings();
  await expect.element(page.getByText(words)).toBeVisible();
});

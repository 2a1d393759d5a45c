import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { browserStorage } from "#web/lib/browser-storage.ts";
import { STRIP_ROOM } from "#web/lib/session.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AccountStrip } from "./account-strip.tsx";

const MY = "GET /api/auth/account/my";
const FOR_GOOD = "9999-12-31T00:00:00.000Z";
const OVER = "2026-01-01T00:00:00.000Z";
const until = (suspended_until: string) => ({ item: account({ suspended_until }) });
const note = page.getByRole("region", { name: "Askıya alınan hesap" });

beforeEach(signIn);

test("a suspended person reads so on every page, and where to object (R633)", async () => {
  const screen = await show(<AccountStrip />, { [MY]: until(FOR_GOOD) });
  await expect.element(note.getByText(/süresiz olarak askıya alındı/)).toBeVisible();
  const link = note.getByRole("link", { name: "Nedeni ve itiraz" });
  await expect.element(link).toHaveAttribute("href", "/notifications#kararlar");
  await screen.unmount();
  await show(<AccountStrip />, { [MY]: until(OVER) });
  await expect.poll(() => callsOf(MY).length).toBeGreaterThan(0);
  await expect.element(note).not.toBeInTheDocument();
});

test("the note moves nothing where it was shown before, and gives its room up (R461)", async () => {
  const first = await show(<AccountStrip />, { [MY]: until(FOR_GOOD) });
  await expect.element(note).toBeVisible();
  const { height } = note.element().getBoundingClientRect();
  await first.unmount();

  // As the document's first script does.
  const kept = browserStorage.get(STRIP_ROOM);
  document.documentElement.style.setProperty(`--${STRIP_ROOM}`, kept);
  const heightOfStrip = () =>
    page.getByRole("main").element().firstElementChild?.getBoundingClientRect().height;
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const second = await show(<AccountStrip />, { [MY]: () => asked.then(() => until(FOR_GOOD)) });
  expect(heightOfStrip()).toBe(height);
  answer();
  await expect.element(note).toBeVisible();
  expect(heightOfStrip()).toBe(height);
  await second.unmount();

  await show(<AccountStrip />, { [MY]: until(OVER) });
  await expect.poll(heightOfStrip).toBe(0);
  expect(browserStorage.get(STRIP_ROOM)).toBeNull();
});

import type { Page } from "@playwright/test";
import { followPerson } from "#contract/endpoints/follows.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import type { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { streamsOf } from "./event-streams.ts";
import { expect, openTab, test } from "./fixtures.ts";
import { option, outcome, signInHere } from "./vote-steps.ts";

/** The most connections that browsers open to a server over HTTP/1.1. */
const CONNECTIONS = 6;

async function follow(api: Api, whom: Person): Promise<void> {
  const { token } = await signUp(api);
  await succeed(api.call(followPerson, { token, params: { userId: whom.id } }));
}

async function expectUnread(windows: Page[], count: number): Promise<void> {
  for (const window of windows) {
    const name = `Bildirimler, ${count} okunmamış`;
    await expect(window.getByRole("button", { name })).toBeVisible();
  }
}

/** How many streams with an unread count the server holds. */
async function openOn({ metricsUrl }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  return Number(/^kanaat_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

test("six windows of one browser share a stream and leave room for a vote (R367)", async ({
  page,
  context,
  api,
  login,
  server,
}) => {
  const me = await signUp(api);
  const survey = await publishSurvey(api, me);
  const streams = streamsOf(context);
  await login(me);
  const windows = [page];
  while (windows.length < CONNECTIONS) windows.push(await openTab(context));
  for (const window of windows) await window.goto("/about");
  await follow(api, me);
  await expectUnread(windows, 1);
  await expect.poll(() => openOn(server)).toBe(1);

  const seventh = await openTab(context);
  await seventh.goto(`/surveys/${survey.id}`);
  await option(seventh, "Çay").check();
  await seventh.getByRole("button", { name: "Oyla" }).click();
  await expect(outcome(seventh)).toBeVisible();
  await expect.poll(() => streams().map(({ surveys }) => surveys)).toEqual([`${survey.id}`]);
  await expect.poll(() => openOn(server)).toBe(1);
});

test("the windows stay live where the one with the stream closes or shows another site (R368)", async ({
  page,
  context,
  api,
  login,
}) => {
  const me = await signUp(api);
  const streams = streamsOf(context);
  const holderOf = async () => {
    await expect.poll(streams).toHaveLength(1);
    return streams()[0]?.page ?? page;
  };
  await login(me);
  const windows = [page, await openTab(context), await openTab(context)];
  for (const window of windows) await window.goto("/about");
  const closed = await holderOf();
  await closed.close();
  await follow(api, me);
  const open = windows.filter((window) => window !== closed);
  await expectUnread(open, 1);

  const left = await holderOf();
  await left.goto("about:blank");
  await follow(api, me);
  await expectUnread(
    open.filter((window) => window !== left),
    2,
  );
  await left.goBack();
  await expectUnread(open, 2);
  await expect.poll(streams).toHaveLength(1);
});

test("a logout in one window ends the stream of all, and the next person sees nothing of it (R367)", async ({
  page,
  context,
  api,
  login,
  server,
}) => {
  const [me, next] = [await signUp(api), await signUp(api)];
  await login(me);
  const windows = [page, await openTab(context)];
  for (const window of windows) await window.goto("/about");
  await follow(api, me);
  await expectUnread(windows, 1);
  await page.getByRole("button", { name: "Hesabım" }).click();
  await page.getByRole("button", { name: "Çıkış" }).click();
  await expect.poll(() => openOn(server)).toBe(0);
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.getByRole("banner").getByRole("button", { name: "Giriş Yap" }).click();
  await signInHere(page, next);
  await follow(api, me);
  await follow(api, me);
  await follow(api, next);
  await expectUnread(windows, 1);
  await expect.poll(() => openOn(server)).toBe(1);
});

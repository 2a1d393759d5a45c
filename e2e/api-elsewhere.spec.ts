import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, signInHere, voteButton } from "./vote-steps.ts";

test("calls and pictures go to the API's own address where it has one (R3)", async ({ page }) => {
  const instance = await createInstance("sqlite");
  await using atEnd = instance.atEnd;
  const env: NodeJS.ProcessEnv = {};
  const server = new ServerProcess(instance, { env });
  atEnd.defer(async () => void (await server.stop()));
  await server.start();
  // To a browser another origin, to us the same server.
  const apiBase = server.url.replace("localhost", "127.0.0.1");
  Object.assign(env, { API_BASE_URL: apiBase, CORS_ORIGINS: server.url });
  await server.restart();

  const api = createApi(server.url, fetch);
  const voter = await signUp(api);
  const { id } = await publishSurvey(api, await signUp(api));
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(api|images)\//.test(pathname)) asked.add(origin);
  });
  await page.goto(`${server.url}/surveys/${id}`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await signInHere(page, voter);
  await expect(voteButton(page)).toHaveText("Oy Verildi");
  const pictures = page.getByRole("main").locator(`img[src^="${apiBase}/images/"]`);
  await expect(pictures).toHaveCount(3);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect([...asked]).toEqual([apiBase]);
});

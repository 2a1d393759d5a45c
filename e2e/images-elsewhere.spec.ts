import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

test("pictures come from their own address where they have one (R276)", async ({ page }) => {
  const instance = await createInstance("sqlite");
  await using atEnd = instance.atEnd;
  const env: NodeJS.ProcessEnv = {};
  const server = new ServerProcess(instance, { env });
  atEnd.defer(async () => void (await server.stop()));
  await server.start();
  // To a browser another origin, to us the same server.
  const images = server.url.replace("localhost", "127.0.0.1");
  Object.assign(env, { IMAGE_BASE_URL: images });
  await server.restart();

  const api = createApi(server.url, fetch);
  const owner = await signUp(api, { image: await picture() });
  const { id } = await publishSurvey(api, owner);
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/images\//.test(pathname)) asked.add(origin);
  });
  const response = await page.goto(`${server.url}/surveys/${id}`);
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain(`img-src 'self' data: blob: ${images};`);
  expect(headers.link).toBe(`<${images}>; rel=preconnect`);
  const pictures = page.getByRole("main").locator(`img[src^="${images}/images/"]`);
  await expect(pictures).toHaveCount(4);
  await page.goto(`${server.url}/users/${owner.nickname}`);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect([...asked]).toEqual([images]);
});

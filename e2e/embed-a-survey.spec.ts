import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { embedCode, embedHeight } from "#contract/embed.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Api } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

/** Another site, with this in its page. */
async function anotherSite(markup: string) {
  const server = createServer((_, response) =>
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(`<!doctype html><title>Gazete</title><p>Haber</p>${markup}<p>Son</p>`),
  );
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  const close = async () => void server.close();
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: close };
}

async function votedOn(api: Api): Promise<Survey> {
  const owner = await signUp(api);
  const survey = await publishSurvey(api, owner, {
    question: "Kahvaltıda en çok neyi seversiniz?",
    options: ["Menemen", "Peynir ve zeytin", "Simit"],
    result_visibility: "before",
  });
  await voteFor(api, owner, survey, 2);
  return survey;
}

test("a survey stands in another site, as high as it is, and leads to its vote (R299) @layout", async ({
  page,
  api,
  baseURL,
}) => {
  const survey = await votedOn(api);
  await using site = await anotherSite(embedCode(survey, `${baseURL}`));
  await page.goto(site.url);
  const frame = page.locator("iframe");
  const inside = frame.contentFrame();
  await expect(inside.getByRole("heading", { name: survey.question })).toBeVisible();
  await expect(inside.getByRole("listitem").nth(2)).toHaveText(/Simit\s*%100/);
  const content = await inside.locator("body").evaluate((body) => body.getBoundingClientRect());
  await expect(frame).toHaveAttribute("height", `${Math.ceil(content.height)}`);
  expect(content.height).toBeLessThanOrEqual(embedHeight(survey, content.width));

  const link = inside.getByRole("link", { name: "Kanaat’te oyla" });
  const [tab] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await expect(tab).toHaveURL(`${baseURL}/surveys/${survey.id}`);
  await expect(tab.getByRole("button", { name: "Oyla" })).toBeVisible();
});

test("no other page can be shown in a frame (R299)", async ({ page, api, baseURL }) => {
  const survey = await votedOn(api);
  const paths = ["/", `/surveys/${survey.id}`, "/login", "/account", "/embed"];
  const frames = paths.map((path) => `<iframe src="${baseURL}${path}"></iframe>`);
  const allowed = `<iframe src="${baseURL}/embed/surveys/${survey.id}"></iframe>`;
  await using site = await anotherSite([...frames, allowed].join(""));
  // A tab of its own, since the browser tells of each in its console.
  const tab = await page.context().newPage();
  await tab.goto(site.url);
  await expect
    .poll(() => tab.frames().map((frame) => frame.url()))
    .toEqual([
      site.url,
      ...paths.map(() => "chrome-error://chromewebdata/"),
      `${baseURL}/embed/surveys/${survey.id}`,
    ]);
  await expect(tab.locator("iframe").last().contentFrame().getByRole("heading")).toBeVisible();
});

test("a survey or chart in a frame is accessible, on the narrowest phone too (R299, R533) @layout", async ({
  page,
  api,
}) => {
  const survey = await votedOn(api);
  const open = await publishSurvey(api, await signUp(api), {
    question: "Uzun bir soru ".repeat(14),
  });
  for (const id of [survey.id, open.id, `${survey.id}/results`]) {
    await page.goto(`/embed/surveys/${id}`);
    await expectFitting(page, `embed ${id}`);
    await expectAccessible(page, `embed ${id}`);
  }
  await page.goto("/embed/surveys/999999");
  await expect(page.getByRole("heading", { name: "Bu anket gösterilemiyor" })).toBeVisible();
  await expectAccessible(page, "embed of none");
});

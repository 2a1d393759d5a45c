import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { embedPath } from "#contract/embed.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

/** As WordPress asks for a link: of the frame with the secret, to the frame's own host, while it has the focus. */
const LIKE_WORDPRESS = `<script>addEventListener("message", ({ data, source }) => {
  const frame = document.querySelector("iframe");
  if (source !== frame.contentWindow || data.secret !== frame.dataset.secret) return;
  if (data.message === "height") frame.height = Math.min(1000, Math.max(200, parseInt(data.value, 10)));
  const isThere = new URL(data.value, location.href).host === new URL(frame.src).host;
  if (data.message === "link" && isThere && document.activeElement === frame) top.location.href = data.value;
})</script>`;

/** A page of another site with the survey in a frame, in a tab whose console nobody reads. */
async function openElsewhere(page: Page, frame: string, script = "") {
  const server = createServer((_, response) =>
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(`<!doctype html><title>Gazete</title>${frame}${script}`),
  );
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const tab = await page.context().newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const inside = tab.frames()[1] as Frame;
  await expect(inside.getByRole("heading")).toBeVisible();
  const close = async () => {
    await tab.close();
    server.close();
  };
  return { tab, inside, [Symbol.asyncDispose]: close };
}

let survey: Survey;
let src: string;
let target: string;

test.beforeEach(async ({ api, baseURL }) => {
  survey = await publishSurvey(api, await signUp(api));
  src = baseURL + embedPath(survey.id);
  target = `${baseURL}/surveys/${survey.id}`;
});

const vote = (inside: Frame) => inside.getByRole("link", { name: "Kanaat’te oyla" });
const selected = (inside: Frame) => inside.evaluate(() => `${getSelection()}`);

for (const sandbox of [
  "allow-scripts allow-popups allow-popups-to-escape-sandbox",
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  "allow-popups allow-popups-to-escape-sandbox",
]) {
  test(`a link in a sandbox with ${sandbox} opens a tab (R330)`, async ({ page }) => {
    await using at = await openElsewhere(
      page,
      `<iframe sandbox="${sandbox}" src="${src}"></iframe>`,
    );
    const opened = page.context().waitForEvent("page");
    await vote(at.inside).click();
    const tab = await opened;
    await expect(tab).toHaveURL(target);
    await expect(tab.getByRole("heading", { name: survey.question })).toBeVisible();
    await tab.close();
  });
}

test("a link in WordPress's sandbox asks WordPress to open it, by the keyboard too (R330)", async ({
  page,
}) => {
  const frame = `<iframe sandbox="allow-scripts" security="restricted" class="wp-embedded-content" data-secret="Ab3dE5gH1j" src="${src}#?secret=Ab3dE5gH1j"></iframe>`;
  const presses = [
    (inside: Frame) => vote(inside).click(),
    (inside: Frame) => vote(inside).press("Enter"),
  ];
  for (const press of presses) {
    await using at = await openElsewhere(page, frame, LIKE_WORDPRESS);
    const height = await at.inside
      .locator("body")
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    await expect(at.tab.locator("iframe")).toHaveAttribute("height", `${height}`);
    await press(at.inside);
    await expect(at.tab).toHaveURL(target);
  }
});

test("a link that may only lead the whole window away does so (R330)", async ({ page }) => {
  const sandbox = "allow-scripts allow-top-navigation-by-user-activation";
  await using at = await openElsewhere(page, `<iframe sandbox="${sandbox}" src="${src}"></iframe>`);
  await vote(at.inside).click();
  await expect(at.tab).toHaveURL(target);
});

for (const sandbox of [
  "allow-scripts",
  "allow-scripts allow-same-origin",
  "allow-scripts allow-popups",
  "allow-scripts allow-same-origin allow-popups",
]) {
  test(`a link in a sandbox with ${sandbox} selects the address, and says so (R330)`, async ({
    page,
  }) => {
    for (const secret of ["", "#?secret=Ab3dE5gH1j"]) {
      const frame = `<iframe sandbox="${sandbox}" src="${src}${secret}"></iframe>`;
      await using at = await openElsewhere(page, frame);
      await vote(at.inside).click();
      await expect.poll(() => selected(at.inside)).toBe(target);
      await expect(at.inside.getByRole("status")).toHaveText(
        `Bu sayfada bağlantı açılmıyor. Adresi kopyalayın: ${target}`,
      );
      await at.inside.getByRole("link", { name: "Kanaat", exact: true }).click();
      await expect.poll(() => selected(at.inside)).toBe(new URL("/", target).href);
      expect(new URL(at.tab.url()).host).not.toBe(new URL(target).host);
      await expect.poll(() => page.context().pages()).toEqual([page, at.tab]);
    }
  });
}

test("without scripts the address is there, and one press selects it (R330)", async ({ page }) => {
  await using at = await openElsewhere(page, `<iframe sandbox src="${src}"></iframe>`);
  const address = at.inside.getByText(new RegExp(`^http.*/surveys/${survey.id}$`));
  await expect(address).toBeVisible();
  await expect(address).toHaveCSS("user-select", "all");
});

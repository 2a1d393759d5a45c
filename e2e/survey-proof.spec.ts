import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import { createApi, succeed } from "#testing/api.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectFitting } from "./screen-checks.ts";

async function start(instance: Instance, preload: string) {
  const server = new ServerProcess(instance, { preload });
  await server.start();
  instance.atEnd.defer(async () => void (await server.stop()));
  return { server, api: createApi(server.url, fetch) };
}

async function signInAt(page: Page, url: string, { token, expires_at }: Person): Promise<void> {
  await page.goto(`${url}/healthz`);
  await page.evaluate((session) => Object.assign(localStorage, session), { token, expires_at });
}

test("a voter keeps a receipt, and finds it in what is signed at the end (R304) @layout", async ({
  page,
}) => {
  const instance = await createInstance("sqlite");
  await using _ = instance.atEnd;
  const before = await start(instance, "./testing/cheap-work.ts");
  const owner = await signUp(before.api);
  const survey = await publishSurvey(before.api, owner, { options: ["Çay", "Kahve", "Ayran"] });
  const voters = [owner];
  while (voters.length < 12) voters.push(await signUp(before.api));
  for (const [i, voter] of voters.entries()) await voteFor(before.api, voter, survey, i % 2);

  await signInAt(page, before.server.url, owner);
  await page.goto(`${before.server.url}/surveys/${survey.id}`);
  await page.getByRole("link", { name: "Oy makbuzum" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sonuç Kanıtı");
  await expect(page.getByText("Anket henüz sona ermedi")).toBeVisible();
  const own = page.getByRole("region", { name: "Oy makbuzum" });
  const code = own.getByText(/^\w{4}(-\w{4}){3}$/);
  const receipt = await code.innerText();
  await expectFitting(page, "open");
  await expectAccessible(page, "open");

  const call = { token: owner.token, params: { id: survey.id } };
  await succeed(before.api.call(closeSurvey, call));
  await before.server.stop();
  const { server } = await start(instance, "./testing/minutes-later.ts");
  const url = `${server.url}/surveys/${survey.id}/proof`;
  await signInAt(page, server.url, owner);
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByText("Sonuç mühürlendiği gibi")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByText("12 oy için 12 makbuz var; hepsi imzalandığı gibi.")).toBeVisible();
  await expect(
    page.getByText("Bu sitenin yayımladığı anahtarla atılmış, belgeye uyuyor."),
  ).toBeVisible();
  await expect(code).toHaveText(receipt);
  await expect(page.getByRole("row", { name: "Çay 6" })).toBeVisible();
  await expectFitting(page, "sealed");
  await expectAccessible(page, "sealed");

  const field = page.getByLabel("Makbuz", { exact: true });
  const search = page.getByRole("button", { name: "Makbuzu Ara" });
  await search.click();
  await expect(page.getByText(`${receipt} listede`)).toBeVisible();
  await field.fill(receipt.toLowerCase().replaceAll("-", " "));
  await field.press("Enter");
  await expect(page.getByText(`${receipt} listede`)).toBeVisible();
  await field.fill("0000-0000-0000-0000");
  await search.click();
  await expect(page.getByText("0000-0000-0000-0000 listede yok.")).toBeVisible();
  await field.fill("çay");
  await search.click();
  await expect(page.getByText("bir karakteri eksik ya da yanlış")).toBeVisible();

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Kanıtı İndir" }).click();
  const bundle = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  expect(await checkBundle(bundle, tools)).toEqual([]);
  expect(bundle.receipts).toContain(receipt);
});

const tools: Parameters<typeof checkBundle>[1] = {
  sha256: (bytes) => createHash("sha256").update(bytes).digest(),
  verify: async ({ kty, crv, x }, bytes, signature) =>
    verify(null, bytes, createPublicKey({ key: { kty, crv, x }, format: "jwk" }), signature),
};

import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PreviewedForm, ReviewWord } from "#contract/endpoints/moderation/review-words.ts";
import { callsOf } from "#web/testing/fake-api.ts";
import { account, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { AdminTools } from "../moderation/admin-tools.tsx";

const LIST = "GET /api/auth/moderation/words";
const PREVIEW = "POST /api/auth/moderation/words/preview";
const ADD = "POST /api/auth/moderation/words";
const REMOVE = "POST /api/auth/moderation/words/removal";
const SHIPPED = "PUT /api/auth/moderation/words/shipped";
const WORDS = "Topluluk istedi, denendi.";

const word = (changes: Partial<ReviewWord> = {}): ReviewWord => ({
  ...{ id: 3, form: "zıbıklar", root: "zıbık", is_shipped: false, by: "yonetici", ...changes },
});
const previewed = (form: string, changes: Partial<PreviewedForm> = {}): PreviewedForm => ({
  ...{ form, is_known: true, is_other: false, alike: [], listed: null, held: 0, examples: [] },
  ...changes,
});

beforeEach(signIn);

async function open(items: ReviewWord[] = [], uses_shipped = false) {
  await show(<AdminTools />, {
    "GET /api/auth/account/my": { item: account({ role: "admin" }) },
    [LIST]: { items, next_cursor: null, uses_shipped },
    [PREVIEW]: {
      surveys: 1000,
      items: [
        previewed("zıbık", { held: 2, examples: [{ id: 7, question: "Zıbık nedir?" }] }),
        previewed("zıbıklar", { listed: "held" }),
        previewed("zıbıkça", { is_known: false }),
        previewed("zıbıka", { is_other: true }),
      ],
    },
    ...{ [ADD]: { item: 2 }, [REMOVE]: { item: 1 }, [SHIPPED]: null },
  });
  await page.getByRole("button", { name: "Sözcükler" }).click();
  return page.getByRole("dialog", { name: "Sözcükler" });
}

test("an admin adds the forms that a preview proposes, but for those that are other words (R653, R659)", async () => {
  const dialog = await open();
  const see = dialog.getByRole("button", { name: "Biçimleri Gör" });
  await dialog.getByLabelText("Sözcük").fill("iki söz");
  await see.click();
  await expect.element(dialog.getByText(/tek bir sözcük yazın/)).toBeVisible();
  await dialog.getByLabelText("Sözcük").fill("zıbık");
  await see.click();
  const box = (name: RegExp) => dialog.getByRole("checkbox", { name });
  await expect.element(box(/^zıbık 2 anket/)).toBeChecked();
  await expect.element(box(/^zıbıklar listede/)).not.toBeChecked();
  await expect.element(box(/^zıbıka başka bir sözcük de/)).not.toBeChecked();
  await dialog.getByText("İncelenecek anketlerden örnekler").click();
  await expect.element(dialog.getByRole("link", { name: "Zıbık nedir?" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Gerekçe" }).fill(WORDS);
  await dialog.getByRole("button", { name: "Seçilenleri Ekle" }).click();
  await expect.element(page.getByText("2 Sözcük Eklendi")).toBeVisible();
  expect(callsOf(ADD).at(-1)?.body).toEqual({
    ...{ root: "zıbık", kind: "held", forms: ["zıbık", "zıbıkça"], words: WORDS },
  });
});

test("an admin removes forms from a list, with a reason (R659)", async () => {
  const dialog = await open([word(), word({ id: 4, form: "zıbığı" })]);
  await dialog.getByRole("checkbox", { name: /^zıbıklar/ }).click();
  await dialog.getByLabelText("Çıkarma gerekçesi").fill(WORDS);
  await dialog.getByRole("button", { name: "Seçilen 1 Sözcüğü Çıkar" }).click();
  await expect.element(page.getByText("1 Sözcük Çıkarıldı")).toBeVisible();
  expect(callsOf(REMOVE).at(-1)?.body).toEqual({ ids: [3], words: WORDS });
  await dialog.getByRole("tab", { name: "İzin verilenler" }).click();
  await expect.poll(() => callsOf(LIST).at(-1)?.query.kind).toBe("allowed");
});

test("an admin switches the shipped list on by one press (R654)", async () => {
  const dialog = await open();
  await expect.element(dialog.getByText("Hazır liste: kapalı.")).toBeVisible();
  await dialog.getByRole("button", { name: "Hazır Listeyi Aç" }).click();
  await expect.element(page.getByText("Hazır Liste Açıldı")).toBeVisible();
  expect(callsOf(SHIPPED).at(-1)?.body).toMatchObject({ on: true });
});

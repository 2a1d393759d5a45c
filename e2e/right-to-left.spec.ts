import type { Page } from "@playwright/test";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { updateSurvey } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { expectFitting } from "./screen-checks.ts";
import { showResults } from "./vote-steps.ts";

const QUESTION = "أيهما تفضل 2 أم 3: القهوة أم الشاي؟";
const OPTIONS = ["القهوة (25)", "שוקו 100%", "Çay ve قهوة 7"];
const NAME = "ليلى حداد";

/**
 * Runs in the browser: texts with letters from right to left whose element has not the direction
 * of its first letter, or does not keep its order from what stands around it.
 */
function misplaced(): string[] {
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const text = (walker.currentNode.textContent ?? "").replace(/\u2068[^\u2069]*\u2069/g, "");
    const element = walker.currentNode.parentElement;
    if (!element || !rightToLeft.test(text) || element.closest("script, style, title")) continue;
    const [first = ""] = /\p{L}/u.exec(text) ?? [];
    const own = element.closest("bdi, [dir=auto]");
    const { direction, unicodeBidi } = getComputedStyle(element);
    const isApart = own?.textContent?.trim() === text.trim() || unicodeBidi === "plaintext";
    if (direction !== (rightToLeft.test(first) ? "rtl" : "ltr") || !isApart) {
      found.push(`${direction} ${element.outerHTML}`);
    }
  }
  return found;
}

async function expectInPlace(page: Page, screen: string): Promise<void> {
  expect.soft(await page.evaluate(misplaced), screen).toEqual([]);
  await expectFitting(page, screen);
}

test("words from right to left stand in their own direction on every screen (R242) @layout", async ({
  page,
  api,
  login,
}) => {
  const [owner, reader] = [await signUp(api, { name: NAME }), await signUp(api, { name: "דוד 7" })];
  const survey = await publishSurvey(api, owner, {
    question: QUESTION,
    options: OPTIONS,
    description: "Türkçe bir satır 1.\nسطر بالعربية 2.",
  });
  await publishSurvey(api, owner, { question: "שאלה 12: תה?", options: ["כן 1", "לא 2"] });
  const closed = await publishSurvey(api, owner, {
    question: `${QUESTION} (خاص)`,
    options: OPTIONS,
    visibility: "private",
  });
  await succeed(api.call(followPerson, { token: reader.token, params: { userId: owner.id } }));
  await succeed(api.call(followPerson, { token: owner.token, params: { userId: reader.id } }));
  await succeed(
    api.call(invitePerson, {
      token: owner.token,
      params: { id: closed.id },
      body: { nickname: reader.nickname },
    }),
  );
  await publishSurvey(api, owner, { question: "سؤال جديد 5؟", options: ["نعم", "لا"] });
  await voteFor(api, owner, survey, 0);
  await succeed(
    api.call(updateSurvey, {
      token: owner.token,
      params: { id: survey.id },
      body: { description: "وصف طويل جدا ".repeat(40) },
    }),
  );
  await login(reader);

  const see = async (path: string, text: string) => {
    await page.goto(path);
    await expect(
      page.getByRole("main").getByText(text).filter({ visible: true }).first(),
    ).toBeVisible();
    await expectInPlace(page, path);
  };
  await see("/", QUESTION);
  await see("/discovery", QUESTION);
  await see(`/surveys?q=${encodeURIComponent("القهوة")}`, QUESTION);
  await expect(page.getByRole("searchbox")).toHaveCSS("direction", "rtl");
  await see("/invitations", `${QUESTION} (خاص)`);
  await see("/notifications", NAME);
  await see(`/profile/${owner.nickname}`, NAME);
  await expect(page).toHaveTitle(/^\u2068\u2068ليلى حداد\u2069 \(@\w+\)\u2069 · Kanaat$/);
  await page.getByRole("button", { name: "takipçi" }).click();
  await expect(page.getByRole("dialog").getByText("דוד 7")).toBeVisible();
  await expectInPlace(page, "followers");

  await see(`/surveys/${survey.id}`, QUESTION);
  const more = await page.getByRole("button", { name: "devamı" }).boundingBox();
  const words = await page.getByText("وصف طويل").first().boundingBox();
  expect(more?.x).toBeCloseTo(words?.x ?? 0, 0);
  await page.getByRole("button", { name: /^Düzenlendi/ }).click();
  await expect(page.getByRole("dialog").getByText("سطر بالعربية 2.")).toBeVisible();
  await expectInPlace(page, "edits");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: OPTIONS[0] ?? "" }).check();
  await expectInPlace(page, "chosen");
  await page.getByRole("button", { name: "Oyla" }).first().click();
  await expect(page.getByText(/Sizinle birlikte 2 kişi/)).toBeVisible();
  await expectInPlace(page, "voted");
  await showResults(page);
  await expectInPlace(page, "results");
});

test("the owner's screens and the wizard hold words from right to left (R242) @layout", async ({
  page,
  api,
  login,
}) => {
  const owner = await signUp(api, { name: NAME });
  const survey = await publishSurvey(api, owner, { question: QUESTION, options: OPTIONS });
  await voteFor(api, owner, survey, 1);
  await login(owner);
  await page.goto("/account");
  await expect(page.getByText(QUESTION).first()).toBeVisible();
  await expectInPlace(page, "account");
  for (const name of ["Paylaş", "Düzenle", "Anketi Bitir", "Sil"]) {
    await page.getByRole("button", { name: `${name}: \u2068${QUESTION}\u2069` }).click();
    await expect(page.getByRole("dialog").getByText(QUESTION).first()).toBeVisible();
    await expectInPlace(page, name);
    await page.keyboard.press("Escape");
  }

  await page.goto("/survey/create");
  await page.getByRole("button", { name: "Devam Et" }).click();
  for (const label of ["Başlık", "Açıklama"]) {
    const field = page.getByLabel(label);
    await expect(field).toHaveCSS("direction", "ltr");
    await field.fill(QUESTION);
    await expect(field).toHaveCSS("direction", "rtl");
  }
});

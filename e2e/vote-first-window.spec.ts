import { updateSurvey } from "#contract/endpoints/surveys.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { option, voteButton } from "./vote-steps.ts";

// As long and as short as the demo's.
const QUESTIONS = [
  "Klavyeniz Q mu, F mi?",
  "Telefonunuzda en çok hangi tür uygulamada vakit geçiriyorsunuz?",
  "Arkadaşlarınızla dışarıda yemek yediniz, herkes farklı şeyler söyledi, kimi sadece çay içti, kimi tatlıyı da ihmal etmedi ve sonunda hesap da masaya geldi: Sizce hesabı ödemenin en doğru yolu hangisi?",
];
const DESCRIPTIONS = [
  "",
  "Ayarlardaki ekran süresine bakıp öyle cevaplayın; tahminler hep yanıltıyor. ".repeat(4).trim(),
];
const OPTIONS = ["Yazı yazmak, düzeltmek", "Sosyal medya", "Video", "Q", "Dil ve konu", "Harita"];

async function* surveys(api: Api, owner: Person) {
  for (const question of QUESTIONS) {
    for (const description of DESCRIPTIONS) {
      for (const option_theme_id of [1, 2]) {
        const form = { question, description, option_theme_id, options: OPTIONS };
        const survey = await publishSurvey(api, owner, form);
        const { id } = survey;
        // Then it says "Düzenlendi" too.
        await voteFor(api, owner, survey, 0);
        const body = { expire_time: "2099-01-01T00:00:00Z" };
        await succeed(api.call(updateSurvey, { token: owner.token, params: { id }, body }));
        yield {
          id,
          of: `theme ${option_theme_id}, ${question.slice(0, 20)}, ${description.length}`,
        };
      }
    }
  }
}

/** Runs in the browser: how many options stand whole in the window, and how much the picture takes. */
function measure() {
  // The bar at the bottom of a phone.
  const bar = document.querySelector("nav.phone-bar")?.getBoundingClientRect();
  const end = innerHeight - (bar?.height ?? 0);
  const isWhole = (box: DOMRect) => box.top >= 0 && box.bottom <= end;
  const options = [...document.querySelectorAll("form li")];
  const picture = document.querySelector("main header img");
  return {
    whole: options.filter((row) => isWhole(row.getBoundingClientRect())).length,
    picture: (picture?.getBoundingClientRect().height ?? 0) / innerHeight,
  };
}

test("two options stand in a phone's first window (R187) @phone", async ({ page, api }) => {
  const owner = await signUp(api, { name: "Abdülmuttalip Karahisarlıoğulları" });
  for await (const { id, of } of surveys(api, owner)) {
    await page.goto(`/surveys/${id}`);
    for (const [width, height] of [
      [390, 664],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { whole, picture } = await page.evaluate(measure);
      expect.soft(whole, `${of}, ${width} px`).toBeGreaterThanOrEqual(2);
      expect.soft(picture, `${of}, ${width} px`).toBeLessThanOrEqual(0.25);
    }
  }
});

test("six options stand in a desk's first window (R187)", async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for await (const { id, of } of surveys(api, await signUp(api))) {
    await page.goto(`/surveys/${id}`);
    expect.soft((await page.evaluate(measure)).whole, of).toBe(6);
  }
});

test("the button appears with a choice, and returns to its place (R186) @phone", async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const { id } = await publishSurvey(api, await signUp(api), { options: OPTIONS });
  await page.goto(`/surveys/${id}`);
  await expect(voteButton(page)).not.toBeInViewport();
  await option(page, "Sosyal medya").tap();
  await expect(voteButton(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Seçiminiz: Sosyal medya")).toBeInViewport({ ratio: 1 });
  const bottom = () =>
    voteButton(page).evaluate((button) => innerHeight - button.getBoundingClientRect().bottom);
  expect(await bottom()).toBeLessThan(80);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  expect(await bottom()).toBeGreaterThan(80);
});

test("a long description is shown in two lines, and whole by the keyboard (R187) @phone", async ({
  page,
  api,
}) => {
  const [short, long] = ["Bir cümle yeter.", DESCRIPTIONS[1]];
  const more = page.getByRole("button", { name: "devamı" });
  const { id } = await publishSurvey(api, await signUp(api), { description: short });
  await page.goto(`/surveys/${id}`);
  await expect(more).toBeHidden();
  const survey = await publishSurvey(api, await signUp(api), { description: long });
  await page.goto(`/surveys/${survey.id}`);
  const text = page.getByText(`${long}`);
  const height = () => text.evaluate((paragraph) => paragraph.clientHeight);
  const closed = await height();
  await more.press("Enter");
  expect(await height()).toBeGreaterThan(closed * 2);
  const less = page.getByRole("button", { name: "daha az" });
  await expect(less).toBeFocused();
  await less.press("Enter");
  expect(await height()).toBe(closed);
});

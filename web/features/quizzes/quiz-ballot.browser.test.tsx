import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Attempt, QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { account, author, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { QuizBallot } from "./quiz-ballot.tsx";

const QUESTIONS = "GET /api/auth/surveys/{id}/questions";
const OWN = "GET /api/auth/surveys/{id}/attempts/my";
const SUBMIT = "POST /api/auth/surveys/{id}/attempts";
const SCORES = "GET /api/auth/surveys/{id}/scores";

const questions: QuizQuestion[] = [
  {
    ...{ content: "Başkent neresi?", image_path: null, has_several: false },
    options: ["Ankara", "İzmir"].map((content) => ({ content })),
  },
  {
    ...{ content: "Hangileri asaldır?", image_path: null, has_several: true },
    options: ["2", "3", "4"].map((content) => ({ content })),
  },
];
const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  ...{ counts: true, answers: [[0], [0]], score: 1.5, type_option_id: null },
  type_text: null,
  questions: [
    { right: [0], points: 1, explanation: "Ankara başkenttir.", explanation_image_path: null },
    { right: [0, 1], points: 0.5, explanation: "", explanation_image_path: null },
  ],
  ...changes,
});
const API: FakeApi = {
  "GET /api/auth/account/my": { item: account() },
  [QUESTIONS]: { items: questions },
  [OWN]: { item: null },
  [SCORES]: { item: null },
};
const showQuiz = (api: FakeApi = {}, changes: Partial<Survey> = {}) => {
  const quiz = survey({ type: "TEST", ballot: "quiz", options: [], ...changes });
  return show(<QuizBallot survey={quiz} layout="page" />, { ...API, ...api });
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const press = (name: string) => button(name).click();

beforeEach(() => tabStorage.remove("choice:test-5"));

describe("a member", () => {
  beforeEach(signIn);

  test("takes one question at a time and sees the score and what was right (R611, R612)", async () => {
    await showQuiz({ [SUBMIT]: { item: attempt() } });
    await expect
      .element(page.getByText("İlk çözümünüz sayılır; sonrakiler alıştırmadır."))
      .toBeVisible();
    await press("Teste başla");
    await expect.element(page.getByRole("heading", { name: "Başkent neresi?" })).toHaveFocus();
    await expect.element(page.getByText("Soru 1/2")).toBeVisible();
    await page.getByText("Ankara").click();
    await press("Sonraki");
    await expect.element(page.getByRole("heading", { name: "Hangileri asaldır?" })).toHaveFocus();
    await page.getByRole("checkbox", { name: "2" }).click();
    await page.getByRole("checkbox", { name: "4" }).click();
    await page.getByRole("checkbox", { name: "4" }).click();
    await press("Testi bitir");
    await expect.element(page.getByText("1,5 / 2")).toBeVisible();
    expect(callsOf(SUBMIT)[0]?.body).toEqual({ answers: [[0], [0]], practice: false });
    await expect.element(page.getByText("Ankara başkenttir.")).toBeVisible();
    await expect.element(page.getByText("Doğru yanıt", { exact: true })).toBeVisible();
    await expect.element(page.getByText(/En az 10 kişinin çözümü/)).toBeVisible();
    expect(tabStorage.get("choice:test-5")).toBeNull();
  });

  test("skips, goes back and finishes with the keyboard alone (R611)", async () => {
    await showQuiz({ [SUBMIT]: { item: attempt() } });
    await expect.element(button("Teste başla")).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Boş geç")).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard("[Space]{Enter}");
    await expect.element(page.getByText("Soru 2/2")).toBeVisible();
    await press("Önceki soru");
    await expect.element(page.getByRole("radio", { name: "Ankara" })).toBeChecked();
    await press("Yanıtı kaldır");
    await press("Boş geç");
    await press("Testi bitir");
    await expect
      .poll(() => callsOf(SUBMIT)[0]?.body)
      .toEqual({ answers: [[], []], practice: false });
  });

  test("finds the answers again after a reload (R615)", async () => {
    const screen = await showQuiz();
    await press("Teste başla");
    await page.getByText("İzmir").click();
    await press("Sonraki");
    await screen.unmount();
    await showQuiz();
    await expect.element(page.getByText("Soru 2/2")).toBeVisible();
    await press("Önceki soru");
    await expect.element(page.getByRole("radio", { name: "İzmir" })).toBeChecked();
  });

  test("sees the attempt that counts on a later visit, and practises (R613)", async () => {
    await showQuiz({
      [OWN]: { item: attempt() },
      [SCORES]: {
        item: {
          attempts: 120,
          step: 10,
          bands: [
            { from: 0, share: 30 },
            { from: 1, share: 70 },
          ],
        },
      },
    });
    await expect.element(page.getByText("1,5 / 2")).toBeVisible();
    await expect.element(page.getByText("1–2 puan (siz de buradasınız)")).toBeVisible();
    await press("Yeniden çöz");
    await press("Boş geç");
    const note = page.getByText("İlk çözümünüz sayıldı. Bu bir alıştırma, sayılmaz.");
    await expect.element(note).toBeVisible();
  });

  test("whose attempt is refused reads why, and sees the result without its counting (R613)", async () => {
    await showQuiz({
      [SUBMIT]: ({ body }) =>
        body.practice ? { item: attempt({ counts: false }) } : refuse("email_unverified"),
    });
    await press("Teste başla");
    await press("Boş geç");
    await press("Testi bitir");
    await expect.element(page.getByText(/doğrulamalısınız/)).toBeVisible();
    await press("Sayılmadan sonucu gör");
    await expect.element(page.getByText("Bu bir alıştırmaydı, sayılmadı.")).toBeVisible();
  });

  test("who made the test practises (R613)", async () => {
    await showQuiz({}, { user: author({ id: 1 }) });
    await expect.element(page.getByText(/^Bu testi siz hazırladınız/)).toBeVisible();
  });

  test("sees the type that the answers add up to (R614)", async () => {
    const options = ["Kedi", "Köpek"].map((content, i) => ({
      id: i + 1,
      content,
      image: "/images/a/1.webp",
    }));
    const ofTypes = attempt({ score: null, type_option_id: 2, type_text: "Hep birlikte." });
    await showQuiz({ [OWN]: { item: ofTypes } }, { options });
    await expect.element(page.getByRole("heading", { name: "Sonucunuz Köpek" })).toBeVisible();
    await expect.element(page.getByText("Hep birlikte.")).toBeVisible();
    expect(page.getByText("Başkaları nasıl yaptı?").query()).toBeNull();
    await press("Yeniden çöz");
    await expect.element(button("Boş geç")).toBeDisabled();
  });
});

test("a visitor chooses between signing in and a result that does not count (R613)", async () => {
  await showQuiz({ [SUBMIT]: { item: attempt({ counts: false }) } });
  await press("Teste başla");
  await press("Boş geç");
  await expect.element(button("Giriş yap ve bitir")).toBeVisible();
  await press("Sayılmadan sonucu gör");
  await expect.element(page.getByText("Giriş yapmadan çözdüğünüz için sayılmadı.")).toBeVisible();
  expect(callsOf(SUBMIT)[0]?.body).toEqual({ answers: [[], []], practice: true });
});

import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { authDialog, closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { FeedQuestion } from "./feed-question.tsx";

const NAMES = ["Duman", "Tekir", "Zeytin", "Pamuk", "Limon", "Mavi"];
const options = NAMES.map((content, at) => ({
  id: at + 1,
  content,
  image: "/images/option/480.webp",
}));
const counts = [32, 37, 53, 19, 26, 18];
const results: Result[] = options.map(({ id, content }, at) => ({
  ...{ option_id: id, option_name: content, count: counts[at] ?? 0 },
  ...{ color: "#0e8f93", value: `%${counts[at]}` },
}));

const rows = page.getByRole("listitem");
const names = () =>
  rows.elements().map((row) => NAMES.find((name) => row.textContent?.includes(name)));
const row = (name: string) => page.getByRole("radio", { name });
const vote = page.getByRole("button", { name: "Oyla" });

async function showQuestion(api: FakeApi = {}, given: Partial<Survey> = {}, next = vi.fn()) {
  let voted: number[] = [];
  await show(
    <FeedQuestion
      survey={survey({ options, voters: "members", ...given })}
      next={{ question: "Türk kahvenizi nasıl içersiniz?", go: next }}
    />,
    {
      "GET /api/auth/account/votes": () => ({ items: voted }),
      "GET /api/auth/surveys/{id}/responses/status": true,
      "GET /api/auth/surveys/{id}/responses/result": { items: results },
      "POST /api/auth/surveys/responses": ({ body }) => {
        voted = [5];
        return { item: body };
      },
      ...api,
    },
  );
  return next;
}

test("two presses vote within the row, and the rows then stand by their share (R513, R514)", async () => {
  signIn();
  const next = await showQuestion();
  await expect.element(vote).not.toBeInTheDocument();
  expect(names()).toEqual(["Duman", "Tekir", "Zeytin", "Pamuk"]);
  await expect.element(row("Zeytin")).toBeEnabled();
  const before = row("Zeytin").element().closest("li")?.getBoundingClientRect();
  await page.getByText("Zeytin").click();
  const button = vote.element().getBoundingClientRect();
  expect(button.top).toBeGreaterThanOrEqual(before?.top ?? Number.NaN);
  expect(button.bottom).toBeLessThanOrEqual((before?.bottom ?? Number.NaN) + 1);
  await vote.click();

  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Önde gideni seçtiniz: 52 kişi sizinle.");
  expect(names()).toEqual(["Zeytin", "Tekir", "Duman", "Limon"]);
  await expect.element(page.getByRole("radio", { name: "Zeytin %53 53 Oy" })).toBeChecked();
  await expect.element(page.getByRole("status")).toHaveFocus();
  await expect.element(vote).not.toBeInTheDocument();
  const sharing = page.getByRole("link", { name: "WhatsApp’ta paylaş" });
  expect(sharing.element().getAttribute("href")).toMatch(
    /^https:\/\/wa\.me\/\?text=.*surveys%2F5$/,
  );
  await expect.element(page.getByText(/^Sıradaki: Türk kahvenizi/)).toBeVisible();
  await page.getByRole("button", { name: "Sıradaki soruya geç" }).click();
  expect(next).toHaveBeenCalledOnce();
  expect(callsOf("POST /api/auth/surveys/responses")).toHaveLength(1);
});

test("shows the voter's own row, however few chose it, and all rows on a press (R513, R514)", async () => {
  signIn();
  await showQuestion();
  await page.getByRole("button", { name: "+2 şık" }).click();
  expect(names()).toEqual(NAMES);
  await expect.element(row("Mavi")).toBeEnabled();
  await page.getByText("Mavi").click();
  await vote.click();
  await expect.element(page.getByText("Önde “Zeytin” var; 17 kişi sizinle.")).toBeVisible();
  expect(names()).toEqual(["Zeytin", "Tekir", "Duman", "Limon", "Pamuk", "Mavi"]);
});

test("the keyboard alone chooses and votes (R180, R513)", async () => {
  signIn();
  await showQuestion();
  await expect.element(row("Duman")).toBeEnabled();
  (row("Duman").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(row("Zeytin")).toBeChecked();
  await userEvent.keyboard("{Tab}");
  await expect.element(vote).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Önde gideni seçtiniz: 52 kişi sizinle.")).toBeVisible();
});

test("results that come only after the vote look closed before it (R514)", async () => {
  signIn();
  await showQuestion({}, { result_visibility: "after", vote_count: null });
  await expect.element(row("Tekir")).toBeEnabled();
  await expect.element(page.getByText("Sonuçları oyunuzdan sonra görürsünüz.")).toBeVisible();
  expect(page.getByRole("article").element().textContent).not.toMatch(/%|\d+ oy\b|null|NaN/);
  await page.getByText("Tekir").click();
  await expect.element(vote).toBeVisible();
  expect(callsOf("GET /api/auth/surveys/{id}/responses/result")).toEqual([]);
});

test("results that come with the end are not promised for after the vote (R514, R590)", async () => {
  await showQuestion({}, { result_visibility: "end", vote_count: null });
  await expect.element(page.getByText("Sonuçlar anket bitince açıklanır.")).toBeVisible();
});

test("shows the first four of a shuffled question in the browser's order, and then all (R600)", async () => {
  const shuffled = [5, 3, 1, 0, 4, 2];
  window.optionOrder = () => shuffled;
  onTestFinished(() => void delete window.optionOrder);
  signIn();
  await showQuestion({}, { option_order: "shuffled" });
  const order = shuffled.map((at) => NAMES[at]);
  expect(names()).toEqual(order.slice(0, 4));
  await page.getByRole("button", { name: "+2 şık" }).click();
  expect(names()).toEqual(order);
});

test("results that stay hidden after the vote are said to be closed (R514)", async () => {
  signIn();
  await showQuestion(
    { "GET /api/auth/surveys/{id}/responses/result": refuse("results_hidden") },
    { result_visibility: "after", vote_count: null },
  );
  await expect.element(row("Tekir")).toBeEnabled();
  await page.getByText("Tekir").click();
  await vote.click();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Oyunuz verildi. Sonuçlar şimdilik kapalı.");
  expect(names()).toEqual(["Duman", "Tekir", "Zeytin", "Pamuk"]);
});

test("a visitor looks and chooses, and is asked who they are with the vote (R13, R513)", async () => {
  await showQuestion();
  await page.getByText("Zeytin").click();
  await vote.click();
  expect(authDialog.get().shown).not.toBeNull();
  expect(authDialog.get().purpose?.choice?.text).toBe("Zeytin");
  expect(callsOf("POST /api/auth/surveys/responses")).toHaveLength(0);
  closeAuthDialog();
});

test("an earlier vote shows its results, without saying which it was (R514)", async () => {
  signIn();
  await showQuestion({ "GET /api/auth/account/votes": { items: [5] } });
  await expect.element(page.getByText("Bu soruya oy verdiniz.")).toBeVisible();
  await expect.poll(names).toEqual(["Zeytin", "Tekir", "Duman", "Limon"]);
  await expect.element(page.getByRole("radio", { name: /^Zeytin/ })).not.toBeChecked();
});

test("a question of several choices leads to its page instead of offering one (R606)", async () => {
  await showQuestion({}, { ballot: "multiple" });
  const how = "ve 2 şık daha. Bu soruda birden çok şık seçebilirsiniz.";
  await expect.element(page.getByText(how)).toBeVisible();
  await expect.element(row("Duman")).not.toBeInTheDocument();
  expect(page.getByRole("link", { name: "Anketi aç: Çay mı, kahve mi?" }).element()).toHaveProperty(
    "pathname",
    "/surveys/5",
  );
});

test("“Fikrim yok” is a row with its own “Oyla”, and has no share (R513, R589)", async () => {
  signIn();
  await showQuestion(
    { "GET /api/auth/surveys/{id}/responses/result": { items: results, no_opinion: 4 } },
    { allows_no_opinion: true },
  );
  await row("Fikrim yok").click();
  await expect.element(row("Zeytin")).not.toBeChecked();
  await vote.click();
  await expect.element(page.getByText("4 kişi “Fikrim yok” dedi.")).toBeVisible();
  expect(callsOf("POST /api/auth/surveys/responses")[0]?.body).toEqual({
    ...{ survey_id: 5, no_opinion: true },
  });
});

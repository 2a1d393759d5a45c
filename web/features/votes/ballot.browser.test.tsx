import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DAY_MS } from "#contract/durations.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { RESULTS_REFRESH_AFTER_VOTE_MS } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { useResults } from "#web/features/results/use-results.ts";
import { endSession } from "#web/lib/session.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { account, results, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { clearSavedChoices } from "./saved-choice.ts";
import { SurveyBallot } from "./survey-ballot.tsx";
import { readWaitingVote, saveWaitingVote } from "./waiting-vote.ts";

const VOTED = { item: { survey_id: 5, survey_option_id: 2 } };
const option = (name: string) => page.getByRole("radio", { name });
const voteButton = page.getByRole("button", { name: /^(Oyla|Gönderiliyor|Oy Verildi)$/ });

beforeEach(signIn);

async function showBallot(
  api: FakeApi,
  { beside, ...given }: Partial<Survey> & { beside?: ReactNode } = {},
): Promise<void> {
  let hasVoted = false;
  const ballot = <SurveyBallot survey={survey(given)} layout="compact" />;
  await show(
    <>
      {ballot}
      {beside}
    </>,
    {
      "GET /api/auth/surveys/{id}/responses/status": () => hasVoted,
      "GET /api/auth/surveys/{id}/responses/result": { items: results(0, 1) },
      ...api,
      "POST /api/auth/surveys/responses": async (call) => {
        const given = api["POST /api/auth/surveys/responses"];
        const reply = (await (typeof given === "function" ? given(call) : given)) ?? VOTED;
        hasVoted = reply === VOTED;
        return reply;
      },
    },
  );
  await expect.element(option("Çay")).toBeEnabled();
}

test("a lost connection keeps the choice, and a second press votes (R155)", async () => {
  const replies = [NO_CONNECTION, VOTED] as const;
  await showBallot({
    "POST /api/auth/surveys/responses": () =>
      replies[callsOf("POST /api/auth/surveys/responses").length - 1] ?? VOTED,
  });
  await option("Kahve").click();
  await voteButton.click();
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(option("Kahve")).toBeChecked();
  await expect.element(voteButton).toHaveTextContent("Oyla");

  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
});

test("a vote with an unknown outcome is shown once it turns out to be counted (R281)", async () => {
  const replies = [refuse("outcome_unknown"), refuse("already_voted")] as const;
  await showBallot({
    "GET /api/auth/surveys/{id}/responses/status": () =>
      callsOf("POST /api/auth/surveys/responses").length === 2,
    "GET /api/auth/surveys/{id}/responses/result": { items: results(1, 3) },
    "POST /api/auth/surveys/responses": () =>
      replies[callsOf("POST /api/auth/surveys/responses").length - 1] ?? VOTED,
  });
  await option("Kahve").click();
  await voteButton.click();
  await expect
    .element(page.getByText("Kaydedilip edilmediği belli değil. Lütfen tekrar deneyin."))
    .toBeVisible();
  await expect.element(option("Kahve")).toBeChecked();
  await expect.element(voteButton).toHaveTextContent("Oyla");

  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.element(option("Kahve %75 3 Oy")).toBeChecked();
});

test("after a vote in doubt for another option, the one now chosen is not said to count", async () => {
  const replies = [refuse("outcome_unknown"), refuse("already_voted")] as const;
  await showBallot({
    "POST /api/auth/surveys/responses": () =>
      replies[callsOf("POST /api/auth/surveys/responses").length - 1] ?? VOTED,
  });
  await option("Kahve").click();
  await voteButton.click();
  await expect
    .element(page.getByText("Kaydedilip edilmediği belli değil. Lütfen tekrar deneyin."))
    .toBeVisible();
  await option("Çay").click();
  await voteButton.click();
  await expect.element(page.getByText("Bu ankette daha önce oy kullandınız.")).toHaveFocus();
  await expect.element(option("Çay %0 0 Oy")).not.toBeChecked();
});

test("a vote whose results come with the end says so (R590)", async () => {
  await showBallot(
    { "GET /api/auth/surveys/{id}/responses/result": refuse("results_hidden") },
    { result_visibility: "end", vote_count: null },
  );
  await option("Kahve").click();
  await voteButton.click();
  await expect
    .element(page.getByText("Teşekkürler! Sonuçlar anket bitince açıklanır."))
    .toHaveFocus();
  await expect.element(option("Kahve")).toBeChecked();
});

test("the focus stays on the option from which a vote was sent in vain", async () => {
  await showBallot({ "POST /api/auth/surveys/responses": NO_CONNECTION });
  await option("Kahve").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await expect.element(option("Kahve")).toHaveFocus();
});

test("while the vote is on its way the button says so (R74)", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<typeof VOTED>();
  await showBallot({ "POST /api/auth/surveys/responses": () => promise });
  await option("Çay").click();
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Gönderiliyor");
  await expect.element(voteButton).toBeDisabled();
  await option("Kahve").click({ force: true });
  await expect.element(option("Çay")).toBeChecked();
  goOn(VOTED);
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
});

test("a vote cast elsewhere, or with an account deleted since, is explained (R189, R213)", async () => {
  await showBallot({ "POST /api/auth/surveys/responses": refuse("already_voted") });
  await option("Çay").click();
  await voteButton.click();
  await expect.element(page.getByText("Bu ankette daha önce oy kullandınız.")).toHaveFocus();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  // The vote was for the other option.
  await expect.element(option("Çay %0 0 Oy")).not.toBeChecked();
});

test("results are read again after a vote, and again a little later (R80)", async () => {
  const RESULTS = "GET /api/auth/surveys/{id}/responses/result";
  function WithResults() {
    useResults(5);
    return null;
  }
  await showBallot({}, { beside: <WithResults /> });
  holdTime();
  await option("Çay").click();
  const before = callsOf(RESULTS).length;
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.poll(() => callsOf(RESULTS).length).toBe(before + 1);
  await letPass(RESULTS_REFRESH_AFTER_VOTE_MS);
  await expect.poll(() => callsOf(RESULTS).length).toBe(before + 2);
});

test("a vote fills the options with their shares, and only the voter's own is marked (R188)", async () => {
  await showBallot({ "GET /api/auth/surveys/{id}/responses/result": { items: results(1, 3) } });
  await option("Kahve").click();
  await voteButton.click();
  await expect.element(option("Kahve %75 3 Oy")).toBeChecked();
  await expect.element(option("Çay %25 1 Oy")).not.toBeChecked();
  const outcome = page.getByRole("status").filter({ hasText: "Oyunuz verildi." });
  await expect.element(outcome).toHaveFocus();
  await expect
    .element(outcome)
    .toHaveTextContent("Oyunuz verildi. Sizinle birlikte 3 kişi “Kahve” dedi. Payı %75.");
});

test("shares from before the vote are not shown as those after it (R188)", async () => {
  const RESULTS = "GET /api/auth/surveys/{id}/responses/result";
  const { promise, resolve: arrive } = Promise.withResolvers<{ items: Result[] }>();
  function WithResults() {
    useResults(5);
    return null;
  }
  await showBallot(
    { [RESULTS]: () => (callsOf(RESULTS).length === 1 ? { items: results(5, 0) } : promise) },
    { beside: <WithResults /> },
  );
  await expect.poll(() => callsOf(RESULTS).length).toBe(1);
  await option("Kahve").click();
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.element(page.getByText("%")).not.toBeInTheDocument();
  arrive({ items: results(5, 1) });
  await expect.element(option("Kahve %17 1 Oy")).toBeChecked();
  await expect
    .element(page.getByRole("status").filter({ hasText: "Oyunuz" }))
    .toHaveTextContent("Oyunuz verildi. Bu şıkkı ilk siz seçtiniz. Payı %17.");
});

test("a vote in a private survey says when results come, and no number (R206)", async () => {
  const outcome = page.getByRole("status");
  await showBallot(
    { "GET /api/auth/surveys/{id}/responses/result": refuse("too_few_votes") },
    { visibility: "private", vote_count: null },
  );
  await option("Kahve").click();
  await voteButton.click();
  await expect
    .element(outcome)
    .toHaveTextContent(
      "Teşekkürler! Sonuçlar, 30 günden eski hesaplardan 10 oy gelince ya da anket yeterince oyla bitince görünür.",
    );
  await expect.element(option("Kahve")).toBeChecked();
});

test("a vote in a private survey is not said to be among the votes that are shown (R206)", async () => {
  await showBallot(
    { "GET /api/auth/surveys/{id}/responses/result": { items: results(4, 1) } },
    { visibility: "private", vote_count: 5 },
  );
  await option("Kahve").click();
  await voteButton.click();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Teşekkürler! Sonuçlar en az 5 yeni oyla güncellenir.");
});

test("the ballot of a private survey says what several accounts could reveal (R452)", async () => {
  const warning = page.getByText(/^Birkaç hesapla oy veren biri/);
  await showBallot({}, { visibility: "private" });
  await expect.element(warning).toBeVisible();
});

test("the ballot of a public survey warns of nothing (R208, R452)", async () => {
  await showBallot({});
  await expect.element(voteButton).toBeVisible();
  expect(page.getByText(/hesapla oy veren biri|tahmin edilebilir/).query()).toBeNull();
});

test("who votes where votes show as they come is warned before (R208)", async () => {
  const warning = page.getByText("Küçük bir grupta oyunuz tahmin edilebilir.");
  await showBallot({}, { visibility: "private", instant_results: true });
  await expect.element(warning).toBeVisible();
  await option("Kahve").click();
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  expect(warning.query()).toBeNull();
});

const VOTE = "POST /api/auth/surveys/responses";
const address = (verified: boolean) => ({
  "GET /api/auth/account/my": { item: account({ id: 1, email_verified: verified }) },
  "GET /api/auth/account/my/email": {
    item: { email: "ayse@ornek.com", verified, pending: null },
  },
});
const note = page.getByRole("region", { name: "E-posta doğrulama" });

test("a vote that waits in this browser is cast for its account once verified (R500)", async () => {
  saveWaitingVote(5, "2", 1);
  const verified = address(true);
  const { promise: isKnown, resolve: know } = Promise.withResolvers<void>();
  const ACCOUNT = "GET /api/auth/account/my";
  await showBallot({ ...verified, [ACCOUNT]: () => isKnown.then(() => verified[ACCOUNT]) });
  know();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.element(option("Kahve %100 1 Oy")).toBeChecked();
  expect(callsOf(VOTE).map(({ body }) => body)).toEqual([{ survey_id: 5, survey_option_id: 2 }]);
  expect(readWaitingVote(5)).toBeUndefined();
});

test("a vote that waits for an address is shown with it after the tab was closed (R255, R500)", async () => {
  saveWaitingVote(5, "2", 1);
  await showBallot(address(false));
  await expect.element(note.getByText("ayse@ornek.com")).toBeVisible();
  await expect.element(option("Kahve")).toBeChecked();
  await option("Çay").click();
  expect(readWaitingVote(5)).toMatchObject({ choice: "1", account: 1 });
  expect(callsOf(VOTE)).toEqual([]);
});

test("another account neither casts nor sees a vote that waits (R500)", async () => {
  saveWaitingVote(5, "2", 8);
  await showBallot(address(true), { voters: "verified" });
  // Shown where no vote waits.
  await expect.element(page.getByText(/^E-postasını doğrulamış üyelerin/)).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(option("Kahve")).not.toBeChecked();
  expect(callsOf(VOTE)).toEqual([]);
});

test("what a visitor chose is offered to a person who signs in later, not cast (R500)", async () => {
  saveWaitingVote(5, "2", null);
  await showBallot(address(true));
  await expect.element(option("Kahve")).toBeChecked();
  await expect.element(voteButton).toBeEnabled();
  await expect.element(note).not.toBeInTheDocument();
  expect(callsOf(VOTE)).toEqual([]);
});

test("a refused vote waits for the account that cast it (R255, R500)", async () => {
  await showBallot({ ...address(false), [VOTE]: refuse("email_unverified") });
  await option("Kahve").click();
  await voteButton.click();
  await expect.element(note).toBeVisible();
  expect(readWaitingVote(5)).toMatchObject({ choice: "2", account: 1 });
  endSession();
  await expect.element(note).not.toBeInTheDocument();
});

test("a vote waits for a day, and until its owner signs out (R500)", async () => {
  saveWaitingVote(5, "2", 1);
  holdTime();
  await letPass(DAY_MS + 1);
  expect(readWaitingVote(5)).toBeUndefined();
  saveWaitingVote(5, "2", 1);
  clearSavedChoices();
  expect(localStorage.getItem("waiting:5")).toBeNull();
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SurveyCard as Card } from "#contract/shapes/survey-shapes.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { account, author, results, signIn, surveyCard } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyCard } from "./survey-card.tsx";

const VOTES = "GET /api/auth/account/votes";
const CAST = "POST /api/auth/surveys/responses";
const RESULTS = "GET /api/auth/surveys/{id}/responses/result";

const showCards = (cards: Card[], api: FakeApi = {}, hasBallot = true) =>
  show(
    cards.map((survey) => <SurveyCard key={survey.id} survey={survey} hasBallot={hasBallot} />),
    {
      [VOTES]: { items: [] },
      "GET /api/auth/followings/{userId}/status": { item: false },
      "GET /api/auth/account/my": { item: account({ id: 7 }) },
      ...api,
    },
  );
const voteButton = page.getByRole("button", { name: /^(Oyla|Oy Verildi)$/ });

test("votes stand before views, and hidden ones nowhere (R133)", async () => {
  await showCards([surveyCard({ vote_count: 1930, view_count: 4000 })]);
  await expect.element(page.getByText("1.930 oy")).toBeVisible();
  expect(page.getByRole("article").element().textContent).toMatch(/1\.930 oy.*4\.000 görüntülenme/);
  await showCards([surveyCard({ id: 6, vote_count: null, view_count: 8 })]);
  const hidden = page.getByRole("article").filter({ hasText: "8 görüntülenme" });
  await expect.element(hidden).toBeVisible();
  expect(hidden.element().textContent).not.toMatch(/\d oy/);
});

test("cards of others are reported in place, own ones are not (R652)", async () => {
  signIn();
  const mine = { ...author(), id: 7 };
  const cards = [
    surveyCard({ question: "Kim gitsin?", user: { ...author(), id: 9 } }),
    surveyCard({ id: 6, question: "Ne içelim?", user: mine }),
  ];
  const REPORT = "POST /api/auth/reports";
  await showCards(cards, { [REPORT]: null });
  const buttons = page.getByRole("button", { name: /^Bildir:/ });
  await expect.poll(() => buttons.elements().length).toBe(1);
  await buttons.click();
  const dialog = page.getByRole("dialog", { name: "Anketi bildir" });
  await dialog.getByLabelText("Neden").selectOptions("Spam");
  await dialog.getByRole("button", { name: "Bildir" }).click();
  await expect.poll(() => callsOf(REPORT).length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("one call asks what the person signed in has voted on, and those cards are marked (R133, R205)", async () => {
  signIn();
  const ids = [5, 6, 7];
  await showCards(
    ids.map((id) => surveyCard({ id, question: `${id}. soru`, options: null })),
    { [VOTES]: { items: [6] } },
    false,
  );
  const marked = page.getByRole("article").filter({ hasText: "Oy Verildi" });
  await expect.element(marked.getByText("6. soru")).toBeVisible();
  expect(callsOf(VOTES).map(({ query }) => query)).toEqual([{ survey_ids: "5,6,7" }]);
});

test("two options are voted on in the card, where the shares then fill (R204)", async () => {
  signIn();
  await showCards([surveyCard()], {
    [VOTES]: () => ({ items: callsOf(CAST).length > 0 ? [5] : [] }),
    [CAST]: { item: { survey_id: 5, survey_option_id: 2 } },
    [RESULTS]: { items: results(1, 3) },
  });
  await expect.element(voteButton).toBeDisabled();
  await page.getByText("Kahve").click();
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.element(page.getByText("%75")).toBeVisible();
  await expect.element(page.getByText("3 Oy")).toBeVisible();
  await expect.element(page.getByText("4 oy")).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /^Kahve/ })).toBeChecked();
  await expect.element(page.getByRole("radio", { name: /^Çay/ })).toBeDisabled();
  expect(callsOf(CAST).map(({ body }) => body)).toEqual([{ survey_id: 5, survey_option_id: 2 }]);
});

test("a card that was voted on earlier takes no vote and does not show which (R204)", async () => {
  signIn();
  await showCards([surveyCard()], { [VOTES]: { items: [5] } });
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  await expect.element(voteButton).toBeDisabled();
  for (const name of ["Çay", "Kahve"]) {
    await expect.element(page.getByRole("radio", { name })).toBeDisabled();
    await expect.element(page.getByRole("radio", { name })).not.toBeChecked();
  }
  expect(callsOf(RESULTS)).toHaveLength(0);
});

test("a refused vote says why, and the choice stays (R204)", async () => {
  signIn();
  await showCards([surveyCard()], { [CAST]: refuse("survey_ended") });
  await page.getByText("Çay", { exact: true }).click();
  await voteButton.click();
  await expect.element(page.getByRole("listitem")).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Çay" })).toBeChecked();
});

test("three options, and a list without room, lead to the survey (R204)", async () => {
  await showCards([surveyCard({ options: null })]);
  await expect.element(page.getByRole("link", { name: /^Ankete Katıl/ })).toBeVisible();
  await expect.element(voteButton).not.toBeInTheDocument();
});

test("of an ended survey the results are offered (R133)", async () => {
  await show(<SurveyCard survey={surveyCard()} hasBallot hasEnded />);
  await expect.element(page.getByRole("link", { name: /^Sonuçları Gör/ })).toBeVisible();
  await expect.element(voteButton).not.toBeInTheDocument();
});

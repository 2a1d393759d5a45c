import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { results, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { NextSurvey } from "./next-survey.tsx";
import { SurveyBallot } from "./survey-ballot.tsx";

const CHANGE = "PUT /api/auth/surveys/responses";
const WITHDRAW = "DELETE /api/auth/surveys/{id}/responses";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const option = (name: string) => page.getByRole("radio", { name });

async function showVoted(api: FakeApi = {}, given: Partial<Survey> = {}) {
  signIn();
  let hasVoted = true;
  const asked = survey({ id: 5, vote_change: "until_end", ...given });
  await show(
    [
      <SurveyBallot key="ballot" survey={asked} layout="compact" />,
      <NextSurvey key="next" after={asked} />,
    ],
    {
      "GET /api/auth/surveys/{id}/responses/status": () => hasVoted,
      "GET /api/auth/surveys/{id}/responses/result": () =>
        hasVoted ? { items: results(3, 1) } : refuse("results_hidden"),
      "GET /api/auth/surveys/{id}/next": { item: null },
      "GET /api/auth/surveys/{id}/awaited-end": { item: false },
      [CHANGE]: { item: { survey_id: 5, survey_option_id: 2 } },
      [WITHDRAW]: () => {
        hasVoted = false;
        return null;
      },
      ...api,
    },
  );
  await expect.element(button("Oy Verildi")).toBeDisabled();
}

test("a vote is changed in three presses, and stays until then (R582)", async () => {
  await showVoted();
  await button("Oyumu değiştir").click();
  await expect.element(option("Çay")).toHaveFocus();
  await expect.element(page.getByText(/eski oyunuz geçerlidir/)).toBeVisible();
  await button("Vazgeç").click();
  await expect.element(button("Oy Verildi")).toBeDisabled();
  expect(callsOf(CHANGE)).toEqual([]);

  await button("Oyumu değiştir").click();
  await option("Kahve").click();
  await button("Oyla").click();
  await expect.element(button("Oy Verildi")).toBeDisabled();
  expect(callsOf(CHANGE).map(({ body }) => body)).toEqual([{ survey_id: 5, survey_option_id: 2 }]);
  await expect.element(option("Kahve %25 1 Oy")).toBeChecked();
  await expect.element(button("Oyumu değiştir")).toBeVisible();
});

test("a vote is withdrawn after a question that says what happens (R576, R583)", async () => {
  await showVoted({}, { result_visibility: "after" });
  await button("Oyumu geri çek").click();
  const dialog = page.getByRole("dialog", { name: "Oyunuzu Geri Çekin" });
  await expect.element(dialog.getByText(/Sonuçlar size, yeniden/)).toBeVisible();
  expect(callsOf(WITHDRAW)).toEqual([]);
  await button("Geri Çek").click();
  await expect.element(page.getByText("Oyunuz Geri Çekildi")).toBeVisible();
  await expect.element(option("Çay")).toBeEnabled();
  await expect.element(page.getByText("%75")).not.toBeInTheDocument();
  await expect.element(button("Oyumu değiştir")).not.toBeInTheDocument();
});

test("why a change is refused is said, and the vote stays (R577)", async () => {
  await showVoted({ [CHANGE]: refuse("survey_ended") });
  await button("Oyumu değiştir").click();
  await option("Kahve").click();
  await button("Oyla").click();
  await expect.element(page.getByText("Anket Sona Erdi")).toBeVisible();
});

test("votes that stay are offered neither (R577)", async () => {
  await showVoted({}, { vote_change: "fixed" });
  await expect.element(page.getByRole("link", { name: "Oy makbuzum" })).toBeVisible();
  await expect.element(button("Oyumu değiştir")).not.toBeInTheDocument();
});

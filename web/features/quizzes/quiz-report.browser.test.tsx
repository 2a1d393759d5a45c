import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { refuse } from "#web/testing/fake-api.ts";
import { survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { QuizReport } from "./quiz-report.tsx";

const RESULTS = "GET /api/auth/surveys/{id}/responses/result";
const question = { content: "Hangisi?", image_path: null, has_several: false, options: [] };
const finished = { option_id: 1, option_name: "Testi bitirenler", count: 12, value: "%100" };
const API: FakeApi = {
  "GET /api/auth/surveys/{id}/questions": { items: [question] },
  [RESULTS]: { items: [{ ...finished, color: "#0e8f93" }], ballot: "quiz", voters: 12 },
  "GET /api/auth/surveys/{id}/scores": {
    item: {
      ...{ attempts: 10, step: 10 },
      bands: [
        { from: 0, share: 40 },
        { from: 1, share: 60 },
      ],
    },
  },
};
const showReport = (api: FakeApi = {}) => {
  const quiz = survey({ type: "TEST", ballot: "quiz", options: [] });
  return show(<QuizReport survey={quiz} invitationCode={undefined} />, { ...API, ...api });
};

test("the results page of a scored test says how people did (R618)", async () => {
  await showReport();
  await expect.element(page.getByText("12 kişinin ilk çözümü sayıldı.")).toBeVisible();
  await expect.element(page.getByText("1 puan")).toBeVisible();
  await expect.element(page.getByText("%60")).toBeVisible();
});

test("hidden results of a test say why (R618)", async () => {
  await showReport({ [RESULTS]: refuse("results_hidden") });
  await expect.element(page.getByText("Sonuçlar oy verdikten sonra görünür.")).toBeVisible();
});

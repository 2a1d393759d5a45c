import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ResultsPanel } from "#web/features/results/results-panel.tsx";
import { callsOf, type FakeApi, refuse } from "#web/testing/fake-api.ts";
import { signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyBallot } from "./survey-ballot.tsx";

const VOTE = "POST /api/auth/surveys/responses";
const NAMES = ["Çay", "Kahve", "Su", "Süt", "Ayran"];
const options = NAMES.map((content, at) => ({ id: at + 1, content, image: "/images/option" }));
const voteButton = page.getByRole("button", { name: /^(Oyla|Gönderiliyor|Oy Verildi)$/ });
const checkbox = (name: string) => page.getByRole("checkbox", { name });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const sent = () => callsOf(VOTE).map(({ body }) => body);

const resultsOf = (changes: readonly Partial<Result>[]): Result[] =>
  options.map(({ id, content }, at) => ({
    ...{ option_id: id, option_name: content, count: 0, value: "%0", color: "#0e8f93" },
    ...changes[at],
  }));

type Answer = FakeApi["GET /api/auth/surveys/{id}/responses/result"];

async function showBallot(given: Partial<Survey>, results: Answer) {
  signIn();
  let hasVoted = false;
  return show(<SurveyBallot survey={survey({ options, ...given })} layout="compact" />, {
    "GET /api/auth/surveys/{id}/responses/status": () => hasVoted,
    "GET /api/auth/surveys/{id}/responses/result": results,
    [VOTE]: () => {
      hasVoted = true;
      return { item: { survey_id: 5, ...selectionOf([1]) } };
    },
  });
}

test("several options are chosen, never more than allowed (R602)", async () => {
  await showBallot(
    { ballot: "multiple", min_choices: 2, max_choices: 3 },
    { items: resultsOf([{ count: 2, value: "%67" }]), ballot: "multiple", voters: 3 },
  );
  await expect.element(page.getByText("En az 2, en çok 3 şık seçin.")).toBeVisible();
  await checkbox("Çay").click();
  await expect.element(voteButton).toBeDisabled();
  await checkbox("Su").click();
  await expect.element(voteButton).toBeEnabled();
  await userEvent.keyboard("{Tab}");
  await checkbox("Ayran").click();
  await checkbox("Süt").click();
  await expect.element(page.getByText("En çok 3 şık seçebilirsiniz.")).toBeVisible();
  await expect.element(checkbox("Süt")).not.toBeChecked();
  await expect.element(page.getByText("Seçiminiz: Çay, Su, Ayran")).toBeVisible();
  await checkbox("Çay").click();
  await voteButton.click();
  await expect.element(page.getByText("Oyunuz verildi: 2 şık seçtiniz.")).toHaveFocus();
  expect(sent()).toEqual([{ survey_id: 5, ...selectionOf([3, 5]) }]);
  await expect.element(checkbox("Çay %67 2 Oy")).toBeDisabled();
});

test("options are graded by keyboard, some left out (R603)", async () => {
  const tea = { count: 3, mean: 4.25, median_grade: 4, spread: [0, 0, 1, 1, 1] };
  const none = { mean: null, median_grade: null, spread: [0, 0, 0, 0, 0] };
  const items = resultsOf([tea, none, none, none, none]);
  await showBallot({ ballot: "rating" }, { items, ballot: "rating", voters: 4 });
  const grades = (name: string) => page.getByRole("group", { name });
  await expect.element(voteButton).toBeDisabled();
  await grades("Kahve").getByRole("radio", { name: "2" }).click();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(grades("Kahve").getByRole("radio", { name: "5" })).toBeChecked();
  await grades("Çay").getByRole("radio", { name: "4" }).click();
  await grades("Su").getByRole("radio", { name: "1" }).click();
  await press("Puanı geri al: Su");
  const target = document.querySelector("label:has([type=radio])")?.getBoundingClientRect();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  expect(sent()).toEqual([
    {
      survey_id: 5,
      choices: [
        { option_id: 2, score: 5 },
        { option_id: 1, score: 4 },
      ],
    },
  ]);
  await expect
    .element(grades("Çay"))
    .toHaveTextContent(
      "ÇayÇayOrtalama 4,251 puan: 0 kişi.2 puan: 0 kişi.3 puan: 1 kişi.4 puan: 1 kişi, siz de.5 puan: 1 kişi.Ortanca puan 4 · 3 kişi puan verdi",
    );
  await expect.element(grades("Kahve").getByText("Kimse puan vermedi")).toBeVisible();
});

test("options are ranked by taps, moved, and the last tap undone (R604)", async () => {
  await showBallot({ ballot: "ranked", min_choices: 2 }, refuse("results_hidden"));
  for (const name of ["Su", "Çay", "Kahve"]) await page.getByRole("button", { name }).click();
  await press("Son dokunuşu geri al");
  await expect.element(page.getByText("Seçiminiz: 1. Su, 2. Çay")).toBeVisible();
  await page.getByRole("button", { name: "Ayran" }).click();
  await press("Yukarı al: Ayran");
  await expect.element(page.getByText("Ayran: 2. sıra.")).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Yukarı al: Ayran" })).toHaveFocus();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(page.getByText("Seçiminiz: 1. Ayran, 2. Su, 3. Çay")).toBeVisible();

  const rows = [...document.querySelectorAll("ol > li")];
  const middle = (row: Element | undefined) => {
    const box = row?.getBoundingClientRect();
    return box && { clientX: box.left + 20, clientY: box.top + box.height / 2 };
  };
  const handle = rows[0]?.querySelector("[data-handle]");
  if (!handle) throw new Error("No handle");
  handle.setPointerCapture = () => undefined;
  handle.hasPointerCapture = () => true;
  const event = { ...middle(rows[2]), bubbles: true };
  handle.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  handle.dispatchEvent(new PointerEvent("pointermove", event));
  await expect.element(page.getByText("Seçiminiz: 1. Su, 2. Çay, 3. Ayran")).toBeVisible();

  await voteButton.click();
  await expect.element(voteButton).toHaveTextContent("Oy Verildi");
  expect(sent()).toEqual([{ survey_id: 5, ...rankingOf([3, 1, 5]) }]);
});

test("rankings are counted in rounds, in words and numbers (R605)", async () => {
  const given = survey({ ballot: "ranked", options });
  const items = resultsOf([{ count: 4 }, { count: 3 }, { count: 2 }, {}, {}]);
  const rounds = [
    { counts: [4, 3, 2, 0, 0], exhausted: 0, leaves: 4, tie: "order" as const },
    { counts: [4, 3, 2, null, null], exhausted: 0, leaves: 2 },
    { counts: [4, 3, null, null, null], exhausted: 2 },
  ];
  const pairwise = options.map(() => options.map(() => 0));
  const ranking = { voters: 9, rounds, pairwise, winner: 0, condorcet: 1 };
  await show(<ResultsPanel survey={given} />, {
    "GET /api/auth/surveys/{id}/responses/result": { items, ballot: "ranked", voters: 10, ranking },
  });
  await expect.element(page.getByText("“Çay” 3. turda 4 oyla birinci.")).toBeVisible();
  await expect
    .element(page.getByText("Sonda eşitlik vardı; şıkların sırasında sonra gelen “Ayran” elendi."))
    .toBeVisible();
  await expect
    .element(page.getByText("En az oyu alan “Su” elendi.", { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(/^Sıralaması biten oylar: 2\. Sayılan/)).toBeVisible();
  await expect
    .element(page.getByText("İkişer ikişer karşılaştırmaların hepsini “Kahve” kazanıyor."))
    .toBeVisible();
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 10 oy");
  await expect.element(page.getByText("Turlar, 9 oy varken hesaplandı.")).toBeVisible();
});

test("shares of several choices say that they may exceed 100 (R605)", async () => {
  const items = resultsOf([
    { count: 3, value: "%75" },
    { count: 2, value: "%50" },
  ]);
  await show(<ResultsPanel survey={survey({ ballot: "multiple", options })} />, {
    "GET /api/auth/surveys/{id}/responses/result": { items, ballot: "multiple", voters: 4 },
  });
  await expect.element(page.getByText(/yüzdelerin toplamı 100’ü aşabilir/)).toBeVisible();
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 4 oy");
});

test.each([
  ["a plain ballot", {}, "radio"],
  ["a ballot of several choices", { ballot: "multiple" }, "checkbox"],
] as const)("beneath %s “Fikrim yok” takes the place of a choice (R589)", async (_, kind, role) => {
  await showBallot(
    { ...kind, allows_no_opinion: true, vote_count: 7 },
    { items: resultsOf([{ count: 7, value: "%100" }]), no_opinion: 12, ...kind, voters: 7 },
  );
  const none = page.getByRole("radio", { name: "Fikrim yok" });
  await page.getByRole(role, { name: "Su" }).click();
  await none.click();
  await expect.element(page.getByRole(role, { name: "Su" })).not.toBeChecked();
  await expect.element(page.getByText("Seçiminiz: Fikrim yok")).toBeVisible();
  await page.getByRole(role, { name: "Su" }).click();
  await expect.element(none).not.toBeChecked();
  await none.click();
  const before = voteButton.element().getBoundingClientRect().top;
  await voteButton.click();
  await expect.element(page.getByRole("status").last()).toHaveTextContent("“Fikrim yok” dediniz.");
  await expect.element(page.getByText("12 kişi “Fikrim yok” dedi.")).toBeVisible();
  // Other kinds lose their line on how to choose.
  if (role === "radio")
    expect(voteButton.element().getBoundingClientRect().top).toBeCloseTo(before, 0);
  expect(sent()).toEqual([{ survey_id: 5, no_opinion: true }]);
  await expect.element(page.getByRole(role, { name: "Çay %100 7 Oy" })).not.toBeChecked();
});

test("“Fikrim yok” is kept over a reload, and is no choice elsewhere (R13, R589)", async () => {
  const first = await showBallot({ allows_no_opinion: true }, { items: [] });
  await page.getByRole("radio", { name: "Fikrim yok" }).click();
  await first.unmount();
  const second = await showBallot({ allows_no_opinion: true }, { items: [] });
  await expect.element(page.getByRole("radio", { name: "Fikrim yok" })).toBeChecked();
  await second.unmount();
  await showBallot({}, { items: [] });
  await expect.element(page.getByRole("radio", { name: "Çay" })).toBeEnabled();
  await expect.element(page.getByRole("radio", { name: "Fikrim yok" })).not.toBeInTheDocument();
  await expect.element(voteButton).toBeDisabled();
});

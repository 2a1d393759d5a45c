import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { callsOf } from "#web/testing/fake-api.ts";
import { results, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyNotice } from "./survey-notice.tsx";

const RESULTS = "GET /api/auth/surveys/{id}/responses/result";
const ended = survey({ state: "ended", expire_time: "2026-03-01T09:00:00.000Z" });
const notice = page.getByRole("main");

for (const [counts, words] of [
  [[1, 3], "En çok oyu “Kahve” aldı: %75"],
  [[2, 2], "“Çay” ile “Kahve” berabere kaldı."],
  [[0, 0], "Bu ankette oy kullanılmadı."],
] as const) {
  test(`an ended survey with ${counts.join(" and ")} votes says how it ended (R484)`, async () => {
    await show(<SurveyNotice survey={ended} invitationCode={undefined} />, {
      [RESULTS]: { items: results(...counts) },
    });
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText("Bu anket sona erdi")).toBeVisible();
    const pictures = notice.element().querySelectorAll("img");
    expect(pictures).toHaveLength(words.startsWith("En çok") ? 1 : 0);
  });
}

test("where votes are left out of the results none is said to lead (R450, R484)", async () => {
  await show(<SurveyNotice survey={ended} invitationCode={undefined} />, {
    [RESULTS]: { items: results(1, 3), incomplete: true },
  });
  await expect.element(page.getByText("Oylama bitişi: 01.03.2026 12:00")).toBeVisible();
  await vi.waitFor(() => expect(callsOf(RESULTS)).toHaveLength(1));
  await expect.element(page.getByText("En çok")).not.toBeInTheDocument();
});

test("a survey that waits for the end of a quiet period says for which one (R669)", async () => {
  const until = "2026-06-14T15:00:00.000Z";
  const quiet = { title: "Seçim dönemi", until };
  const waiting = survey({ state: "scheduled", start_time: until, quiet });
  await show(<SurveyNotice survey={waiting} invitationCode={undefined} />, {});
  const words =
    "Oylama başlangıcı: 14.06.2026 18:00. Bu konudaki anketler şu dönemde bekler: Seçim dönemi.";
  await expect.element(page.getByText(words)).toBeVisible();
});

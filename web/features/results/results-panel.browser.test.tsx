import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { RESULTS_REFRESH_AFTER_MOUNT_MS } from "#contract/limits.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { results, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { ResultsPanel } from "./results-panel.tsx";

const KEY = "GET /api/auth/surveys/{id}/responses/result";
type Reply = FakeApi[typeof KEY];

const showPanel = (reply: Reply) => show(<ResultsPanel survey={survey()} />, { [KEY]: reply });

test("without votes the panel invites the first one (R82)", async () => {
  await showPanel({ items: results(0, 0) });
  await expect.element(page.getByText("Henüz oy yok. İlk oyu siz verin!")).toBeVisible();
  await expect.element(page.getByRole("listitem").first()).toHaveTextContent("Çay0 Oy%0");
});

test("people without an opinion are counted beside the votes (R589)", async () => {
  await showPanel({ items: results(3, 1), no_opinion: 1200 });
  await expect.element(page.getByText("1.200 kişi “Fikrim yok” dedi.")).toBeVisible();
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 4 oy");
  await showPanel({ items: results(0, 0), no_opinion: 2 });
  await expect.element(page.getByText("Hiçbir şıkka oy verilmedi.")).toBeVisible();
  const apart = { private_items: results(5, 0), private_no_opinion: 3 };
  await showPanel({ items: results(3, 1), no_opinion: 0, ...apart });
  await expect.element(page.getByText("“Fikrim yok” diyen olmadı.")).toBeVisible();
  await expect
    .element(page.getByText("5 oy. 3 kişi “Fikrim yok” dedi. Yukarıdaki sonuçlara katılmaz."))
    .toBeVisible();
});

test("results that cannot be read say so, and can be asked for again (R155)", async () => {
  await showPanel(() => (callsOf(KEY).length === 1 ? NO_CONNECTION : { items: results(1, 1) }));
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 2 oy");
});

test("hidden results are three empty rows behind a blur (R82)", async () => {
  const { container } = await showPanel(refuse("results_hidden"));
  await expect.element(page.getByText("Sonuçlar oy verdikten sonra görünür.")).toBeVisible();
  const blurred = container.querySelector("[aria-hidden=true]:not(svg)");
  expect(blurred && getComputedStyle(blurred).filter).toMatch(/^blur\(/);
  expect(blurred?.children).toHaveLength(3);
  expect(blurred?.textContent).toBe("");
});

test("results are fetched again a little after mounting (R80)", async () => {
  holdTime();
  await showPanel({ items: results(1, 1) });
  await expect.element(page.getByText(/^Toplam/)).toBeVisible();
  expect(callsOf(KEY)).toHaveLength(1);
  await letPass(RESULTS_REFRESH_AFTER_MOUNT_MS);
  await expect.poll(() => callsOf(KEY).length).toBe(2);
});

test("too few votes of a private survey say when results come, or that they do not (R206)", async () => {
  const panel = (state: "active" | "ended") =>
    show(<ResultsPanel survey={survey({ visibility: "private", state })} />, {
      [KEY]: refuse("too_few_votes"),
    });
  await panel("active");
  await expect
    .element(
      page.getByText(
        "Sonuçlar, 30 günden eski hesaplardan 10 oy gelince ya da anket yeterince oyla bitince görünür.",
      ),
    )
    .toBeVisible();
  await panel("ended");
  await expect
    .element(page.getByText("Yeterince oy gelmediği için sonuçlar gizli kaldı."))
    .toBeVisible();
});

test("results of a private survey say by which steps they change (R206)", async () => {
  const steps = page.getByText(/^Sonuçlar en az 5 yeni oyla güncellenir/);
  await show(<ResultsPanel survey={survey({ visibility: "private" })} />, {
    [KEY]: { items: results(3, 2) },
  });
  await expect.element(steps).toBeVisible();
});

test("results whose last votes stay hidden say so (R450)", async () => {
  const note = page.getByText(/^Anketin bitişi sonradan değiştiği için son birkaç oy/);
  const ended = survey({ visibility: "private", state: "ended" });
  await show(<ResultsPanel survey={ended} />, {
    [KEY]: { items: results(6, 4), incomplete: true },
  });
  await expect.element(note).toBeVisible();
});

test("results that come at once, or are whole, say nothing of steps", async () => {
  for (const changes of [{ instant_results: true }, { state: "ended" }] as const) {
    await show(<ResultsPanel survey={survey({ visibility: "private", ...changes })} />, {
      [KEY]: { items: results(3, 2) },
    });
    await expect.element(page.getByText(/^Toplam/).first()).toBeVisible();
    expect(page.getByText(/yeni oyla güncellenir|son birkaç oy/).query()).toBeNull();
  }
});

test("votes cast while the survey was private are separate from the results (R210)", async () => {
  await showPanel({ items: results(2, 0), private_items: results(1, 4) });
  await expect.element(page.getByText(/^Toplam/)).toHaveTextContent("Toplam 2 oy");
  const apart = page.getByRole("region", { name: "Anket özelken verilen oylar" });
  await expect.element(apart.getByText("5 oy. Yukarıdaki sonuçlara katılmaz.")).toBeVisible();
  const rows = apart.getByRole("listitem").elements();
  expect(rows.map((row) => row.textContent)).toEqual(["Çay1 Oy%20", "Kahve4 Oy%80"]);
});

test("too few votes from when the survey was private are shown as hidden (R210)", async () => {
  await showPanel({ items: results(0, 0), private_items: null });
  await expect.element(page.getByText("Anket herkese açıkken henüz oy verilmedi.")).toBeVisible();
  const apart = page.getByRole("region", { name: "Anket özelken verilen oylar" });
  await expect.element(apart.getByText(/^Yeterince oy olmadığı için gösterilmiyor/)).toBeVisible();
  expect(apart.getByRole("listitem").elements()).toEqual([]);
});

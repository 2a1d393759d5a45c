import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SurveyEdit } from "#contract/endpoints/survey-edits.ts";
import { callsOf, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { only, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyHeader } from "./survey-header.tsx";

const EDITS = "GET /api/auth/surveys/{id}/edits";
const edited_at = "2026-03-14T21:30:00.000Z";
const note = page.getByRole("button", { name: "Düzenlendi · 15.03.2026" });
const dialog = page.getByRole("dialog", { name: "Neler değişti?" });

const edits: SurveyEdit[] = [
  { edited_at, field: "visibility", was: "private", became: "public" },
  { edited_at, field: "expire_time", was: null, became: "2026-04-01T20:59:00.000Z" },
  { edited_at: "2026-03-10T09:00:00.000Z", field: "description", was: "", became: "Bir\niki" },
];

test("an edited survey says so, and opens what it was and became, by the keyboard (R228)", async () => {
  await show(<SurveyHeader survey={survey({ edited_at })} invitationCode="kod" />, {
    [EDITS]: only(...edits),
  });
  await expect.element(note).toBeVisible();
  expect(callsOf(EDITS)).toEqual([]);
  (note.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const rows = dialog.getByRole("listitem");
  await expect.element(rows.nth(2)).toBeVisible();
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    "Kimler görebilir15.03.2026 00:30ÖnceÖzelSonraHerkese",
    "Bitiş15.03.2026 00:30ÖnceSüresizSonra01.04.2026 23:59",
    "Açıklama10.03.2026 12:00Önce(boş)SonraBir\niki",
  ]);
  expect(callsOf(EDITS).map(({ query }) => query.davet)).toEqual(["kod"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(note).toHaveFocus();
});

test("a survey that was not edited says nothing of it (R228)", async () => {
  await show(<SurveyHeader survey={survey()} />);
  await expect.element(page.getByRole("heading")).toBeVisible();
  expect(page.getByText(/Düzenlendi/).query()).toBeNull();
});

test("changes that cannot be read say so, and more of them come when asked for (R228)", async () => {
  await show(<SurveyHeader survey={survey({ edited_at })} />, {
    [EDITS]: ({ query }) => {
      if (callsOf(EDITS).length === 1) return NO_CONNECTION;
      return {
        items: edits.slice(query.cursor ? 1 : 0, query.cursor ? 3 : 1),
        next_cursor: query.cursor ? null : "1",
      };
    },
  });
  await note.click();
  await expect.element(dialog.getByText("Bağlantı Hatası")).toBeVisible();
  await dialog.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect.element(dialog.getByText("Kimler görebilir")).toBeVisible();
  await dialog.getByRole("button", { name: "Daha Fazla Göster" }).click();
  await expect.element(dialog.getByText("Açıklama")).toBeVisible();
  expect(dialog.getByRole("listitem").elements()).toHaveLength(3);
});

import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { PublishedPanel } from "#web/features/wizard/published-panel.tsx";
import { only, ownSurvey, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { IN_REVIEW } from "./in-review.tsx";
import { OwnSurveys } from "./own-surveys.tsx";
import { OwnerStrip } from "./owner-strip.tsx";

beforeEach(signIn);

const held = { in_review: true, visibility: "public" } as const;
const hidden = { hidden: true, visibility: "private" } as const;
const buttons = () =>
  page
    .getByRole("button")
    .elements()
    .map((button) => button.textContent);

test("a survey in review has a badge in the list, and can only be deleted (R662)", async () => {
  const list = { ...only(ownSurvey({ ...held, id: 1 })), counts: { SURVEY: 1, TEST: 0 } };
  await show(<OwnSurveys type="SURVEY" />, { "GET /api/auth/my/surveys": list });
  await expect.element(page.getByText("İncelemede", { exact: true })).toBeVisible();
  await expect.element(page.getByText(IN_REVIEW)).toBeVisible();
  await expect.element(page.getByText("Yayında", { exact: true })).not.toBeInTheDocument();
  expect(buttons()).toEqual(["Sil"]);
});

test("a hidden survey has a badge in the list, leads to the reason, and can be ended or deleted (R458)", async () => {
  const list = { ...only(ownSurvey({ ...hidden, id: 1 })), counts: { SURVEY: 1, TEST: 0 } };
  await show(<OwnSurveys type="SURVEY" />, { "GET /api/auth/my/surveys": list });
  await expect.element(page.getByText("Yayından kaldırıldı", { exact: true })).toBeVisible();
  for (const words of ["Yayında", "Özel"])
    await expect.element(page.getByText(words, { exact: true })).not.toBeInTheDocument();
  const reason = page.getByRole("link", { name: "Nedeni ve itiraz yolu" });
  await expect.element(reason).toHaveAttribute("href", "/notifications#kararlar");
  expect(buttons()).toEqual(["Anketi Bitir", "Sil"]);
});

test("the page of a hidden survey says so, and offers nothing that is refused (R458)", async () => {
  await show(<OwnerStrip survey={survey(hidden)} />);
  await expect.element(page.getByText(/oy verilemez/)).toBeVisible();
  await page.getByRole("button", { name: "Yönet" }).click();
  await expect.element(page.getByRole("button", { name: /^Sil/ })).toBeVisible();
  expect(buttons()).toEqual(["Yönet", "Anketi Bitir", "Sil"]);
});

test("its page says to its owner what happens now (R662)", async () => {
  await show(<OwnerStrip survey={survey(held)} />);
  await expect.element(page.getByText(IN_REVIEW)).toBeVisible();
  await expect.element(page.getByText("Nedeni ve itiraz yolu")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Yönet" }).click();
  await expect.element(page.getByRole("button", { name: /^Sil/ })).toBeVisible();
  expect(buttons()).toEqual(["Yönet", "Sil"]);
});

test("publishing it says so instead of offering its link (R662)", async () => {
  await show(<PublishedPanel survey={survey(held)} />);
  await expect.element(page.getByRole("heading", { name: "İncelemede" })).toBeVisible();
  await expect.element(page.getByText(IN_REVIEW)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Anketi Gör" })).toBeVisible();
  expect(buttons()).toEqual(["Yeni Anket"]);
});

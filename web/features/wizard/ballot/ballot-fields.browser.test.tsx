import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { surveyFields } from "#web/features/wizard/survey-fields.ts";
import { currentWizard, showErrors } from "#web/features/wizard/wizard-store.ts";
import { completeDraft, openWizard } from "#web/testing/wizard.tsx";

const line = (words = "Tek seçim") => page.getByText(`Oylama türü: ${words}`, { exact: true });
const kind = (name: string) => page.getByRole("radio", { name, exact: true });
const least = page.getByLabelText("En az kaç şık seçilmeli?");
const most = page.getByLabelText("En çok kaç şık seçilebilir?");
const removeOption = page.getByRole("button", { name: "1. şıkkı sil", exact: true });
const addOption = page.getByRole("button", { name: "Şık ekle" });

function sent() {
  const draft = currentWizard()?.draft;
  const { ballot, min_choices, max_choices } = draft ? surveyFields(draft, Date.now()) : {};
  return { ballot, min_choices, max_choices };
}
const PLAIN = { ballot: undefined, min_choices: undefined, max_choices: undefined };

test("how votes are given is one closed line, which opens to four kinds (R572)", async () => {
  await openWizard(completeDraft("Çay", "Kahve", "Su"));
  await expect.element(line()).toBeVisible();
  await expect.element(kind("Sıralama")).not.toBeInTheDocument();
  expect(sent()).toEqual(PLAIN);
  await line().click();
  await expect.element(kind("Tek seçim")).toBeChecked();
  await expect.element(kind("Tek seçim")).toHaveAccessibleDescription("Herkes bir şık seçer.");

  await kind("Puanlama").click();
  await expect.element(line("Puanlama")).toBeVisible();
  expect(sent()).toEqual({ ...PLAIN, ballot: "rating" });
  await kind("Sıralama").click();
  await page.getByLabelText("En az kaç şık sıralanmalı?").selectOptions("2");
  await expect.element(line("Sıralama (en az 2 şık)")).toBeVisible();
  expect(sent()).toEqual({ ...PLAIN, ballot: "ranked", min_choices: 2 });
  await kind("Tek seçim").click();
  expect(sent()).toEqual(PLAIN);
});

test("limits agree with each other and with the number of options (R573)", async () => {
  await openWizard({ ...completeDraft("Çay", "Kahve", "Su", "Ayran"), ballot: "multiple" });
  const limits = (min_choices: number, max_choices: number) =>
    expect.poll(sent).toEqual({ ballot: "multiple", min_choices, max_choices });
  await line("Birden çok seçim (1–4 şık)").click();
  await most.selectOptions("2");
  await limits(1, 2);
  await least.selectOptions("3");
  await limits(3, 3);
  await expect.element(line("Birden çok seçim (3 şık)")).toBeVisible();
  await removeOption.click();
  await removeOption.click();
  await expect.element(most).toHaveValue("2");
  await limits(2, 2);
  await addOption.click();
  await addOption.click();
  await limits(3, 3);
  await most.selectOptions("2");
  await limits(2, 2);
  await most.selectOptions("4 (hepsi)");
  await addOption.click();
  await limits(2, 5);
});

test("limits that the server refuses are named beside them (R573)", async () => {
  await openWizard({ ...completeDraft("Çay", "Kahve"), ballot: "multiple" });
  await expect.element(least).not.toBeVisible();
  showErrors({ choices: "Uymuyor." });
  await expect.element(least).toHaveFocus();
  await expect.element(least).toHaveAccessibleDescription("Uymuyor.");
  await least.selectOptions("2");
  await expect.element(least).not.toHaveAttribute("aria-invalid");
});

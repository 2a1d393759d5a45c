import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DAY_MS } from "#contract/durations.ts";
import { choose, NO_PICTURES } from "#web/testing/files.ts";
import { openWizard } from "#web/testing/wizard.tsx";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const question = field("Başlık");
const next = page.getByRole("button", { name: "Devam Et" });
const theme = page.getByRole("heading", { name: "Tema" });

beforeEach(() => openWizard({ section: 1, reached: 1 }));

async function fillIn(): Promise<void> {
  await question.fill("Sabah ne içersiniz?");
  await page.getByRole("button", { name: "Renkli kart (Resim)" }).click();
  await field("Kategori").selectOptions("Spor");
  await field("Süresiz").click();
}

test("Devam Et waits until everything required is set, and says for what (R137)", async () => {
  await expect.element(next).toBeDisabled();
  await expect
    .element(next)
    .toHaveAccessibleDescription("Devam etmek için ekleyin: başlık, kategori, bitiş, resim");
  await fillIn();
  await expect.element(next).toBeEnabled();

  await field("Süresiz").click();
  await expect.element(next).toBeDisabled();
  await field("Başlangıç tarihi").fill(inDays(5));
  await field("Bitiş tarihi").fill(inDays(3));
  await next.click();
  await expect.element(page.getByText("Bitiş başlangıçtan sonra olmalı.")).toBeVisible();
  await expect.element(field("Bitiş tarihi")).toHaveFocus();
  await field("Bitiş tarihi").fill(inDays(5));
  await next.click();
  await expect.element(theme).toBeVisible();
});

test("a text may be as long in emoji as in letters, and is never cut (R165)", async () => {
  const paste = async (text: string) => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    document.execCommand("insertText", false, text);
  };
  await question.click();
  await paste("🎉".repeat(200));
  await expect.element(question).toHaveValue("🎉".repeat(200));
  await expect.element(page.getByText(/200\/200$/)).toBeVisible();
  await expect.element(question).not.toHaveAttribute("aria-invalid");
  await paste("abc");
  await expect.element(question).toHaveValue(`${"🎉".repeat(200)}abc`);
  const message = page.getByText("En fazla 200 karakter girebilirsiniz; 3 karakter fazla.");
  await expect.element(message).toBeVisible();

  await page.getByRole("button", { name: "Renkli kart (Resim)" }).click();
  await field("Kategori").selectOptions("Spor");
  await field("Süresiz").click();
  await next.click();
  await expect.element(question).toHaveFocus();
  await userEvent.keyboard("{Control>}{End}{/Control}{Backspace}{Backspace}{Backspace}");
  await expect.element(message).not.toBeInTheDocument();
  await next.click();
  await expect.element(theme).toHaveFocus();
});

test("a time stays while its day is retyped", async () => {
  await field("Bitiş tarihi").fill(inDays(3));
  await field("Bitiş saati").fill("18:30");
  await field("Bitiş tarihi").fill("");
  await field("Bitiş tarihi").fill(inDays(5));
  await expect.element(field("Bitiş tarihi")).toHaveValue(inDays(5));
  await expect.element(field("Bitiş saati")).toHaveValue("18:30");
});

test("a chosen end stays while Süresiz is tried", async () => {
  await field("Bitiş tarihi").fill(inDays(3));
  await field("Bitiş saati").fill("18:30");
  await field("Süresiz").click();
  await expect.element(field("Bitiş tarihi")).toHaveValue("");
  await field("Süresiz").click();
  await expect.element(field("Bitiş tarihi")).toHaveValue(inDays(3));
  await expect.element(field("Bitiş saati")).toHaveValue("18:30");
});

test("chips set the end so long after the start, and take it back (R137)", async () => {
  const day = field("1 gün");
  const week = field("1 hafta");
  const endless = field("Süresiz");
  const end = field("Bitiş tarihi");
  await field("Başlangıç tarihi").fill("2031-12-28");
  await end.fill("2032-05-01");
  await week.click();
  await expect.element(end).toHaveValue("2032-01-04");
  await day.click();
  await expect.element(end).toHaveValue("2031-12-29");
  await expect.element(week).not.toBeChecked();
  await end.fill("2032-01-04");
  await expect.element(week).toBeChecked();
  await endless.click();
  await end.fill("2032-06-01");
  await expect.element(endless).not.toBeChecked();
  await day.click();
  await day.click();
  await expect.element(end).toHaveValue("2032-06-01");
});

test("no error shows before Devam Et is pressed (R137)", async () => {
  const wrong = page.getByText("En az 3 karakter girin.");
  await fillIn();
  await question.fill("ab");
  await field("Kategori").element().focus();
  await expect.element(next).toBeEnabled();
  await expect.element(wrong).not.toBeInTheDocument();
  await next.click();
  await expect.element(wrong).toBeVisible();
  await expect.element(question).toHaveFocus();
  await question.fill("Abc mi?");
  await expect.element(wrong).not.toBeInTheDocument();
});

test("only JPEG and PNG are taken as pictures (R85)", async () => {
  const picker = field("Resim");
  for (const file of NO_PICTURES) {
    await choose(picker, file);
    await expect.element(page.getByText("Resim Format Hatası")).toBeVisible();
    await expect.element(page.getByText("Lütfen sadece JPG, JPEG veya PNG seçin!")).toBeVisible();
    await page.getByRole("button", { name: "Mesajı kapat" }).click();
    await expect.element(page.getByText("Resim Format Hatası")).not.toBeInTheDocument();
  }
  picker.element().dispatchEvent(new Event("change", { bubbles: true }));
  await expect.element(page.getByText("Dosya Hatası")).toBeVisible();
  await expect.element(page.getByText("Dosya seçilemedi!")).toBeVisible();
  await expect.element(page.getByText(/^Devam etmek için ekleyin:.*resim/)).toBeVisible();
});

test("only who asks in private can have votes counted as they come (R208)", async () => {
  const instant = page.getByRole("checkbox", { name: /^Sayım anında görünsün/ });
  await expect.element(instant).not.toBeChecked();
  await instant.click();
  await expect.element(instant).toBeChecked();
  await page.getByRole("radio", { name: "Herkese" }).click();
  expect(instant.query()).toBeNull();
});

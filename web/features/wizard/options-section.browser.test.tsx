import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { TOAST_SHORT_MS } from "#contract/limits.ts";
import { surveyFields } from "#web/features/wizard/survey-fields.ts";
import { currentWizard } from "#web/features/wizard/wizard-store.ts";
import { holdTime, letPass } from "#web/testing/time.ts";
import { completeDraft, openWizard } from "#web/testing/wizard.tsx";

const title = (number: number) =>
  page.getByRole("textbox", { name: `${number}. şık`, exact: true });
const remove = (number: number) =>
  page.getByRole("button", { name: `${number}. şıkkı sil`, exact: true });
const publish = page.getByRole("button", { name: "Yayınla" });

test("there are 2 to 20 options, and toasts say so for three seconds (R126, R139, R140)", async () => {
  await openWizard(completeDraft(...Array.from({ length: 20 }, (_, at) => `Şık ${at + 1}`)));
  holdTime();
  await page.getByRole("button", { name: "Şık ekle" }).click();
  const tooMany = page.getByText("Sonuç ekleyebilmek için maksimum değere ulaşıldı");
  await expect.element(tooMany).toBeVisible();
  await expect.element(page.getByText("20 / 20 şık")).toBeVisible();
  await letPass(TOAST_SHORT_MS);
  await expect.element(tooMany).not.toBeInTheDocument();

  for (let number = 20; number > 2; number--) await remove(number).click();
  await remove(1).click();
  await expect.element(page.getByText("Sonuçlar minimum 2 tane olmalıdır")).toBeVisible();
  await expect.element(page.getByText("2 / 20 şık")).toBeVisible();
});

test("more than two options are shuffled, unless that is switched off (R601)", async () => {
  const shuffle = page.getByRole("checkbox", { name: "Şıklar herkese başka sırayla gösterilsin" });
  const order = () => {
    const draft = currentWizard()?.draft;
    return draft && surveyFields(draft, Date.now()).option_order;
  };
  await openWizard(completeDraft("Çay", "Kahve"));
  await expect.element(title(2)).toBeVisible();
  await expect.element(shuffle).not.toBeInTheDocument();
  expect(order()).toBeUndefined();
  await page.getByRole("button", { name: "Şık ekle" }).click();
  await expect.element(shuffle).toBeChecked();
  expect(order()).toBe("shuffled");
  await shuffle.click();
  expect(order()).toBeUndefined();
});

test("a survey is for everybody, unless a closed line keeps it for adults (R695)", async () => {
  const sent = () => {
    const draft = currentWizard()?.draft;
    return draft && surveyFields(draft, Date.now()).adults_only;
  };
  await openWizard({ ...completeDraft("Çay", "Kahve"), visibility: "public" });
  await expect.element(page.getByText(/listelerde ve aramada görünür/)).toBeVisible();
  await page.getByText("Yaş sınırı: Yok").click();
  expect(sent()).toBeUndefined();
  await page.getByRole("checkbox", { name: "Yalnızca 18 yaş ve üstü" }).click();
  await expect.element(page.getByText("Yaş sınırı: 18 yaş ve üstü")).toBeVisible();
  await expect.element(page.getByText(/^Güvenlik: Herkese, 18 yaş ve üstü/)).toBeVisible();
  expect(sent()).toBe(true);
});

test("votes stay as they are, unless a closed line is opened and says otherwise (R581)", async () => {
  const given = () => {
    const draft = currentWizard()?.draft;
    return draft && surveyFields(draft, Date.now()).vote_change;
  };
  await openWizard(completeDraft("Çay", "Kahve"));
  await page.getByText("Verilen oy: Kesin").click();
  expect(given()).toBeUndefined();
  await page.getByRole("checkbox", { name: "Oy değiştirilebilsin" }).click();
  await expect.element(page.getByText("Verilen oy: Değiştirilebilir")).toBeVisible();
  expect(given()).toBe("until_end");
});

test("“Fikrim yok” is offered once a closed line is opened and says so (R588)", async () => {
  const sent = () => {
    const draft = currentWizard()?.draft;
    return draft && surveyFields(draft, Date.now()).allows_no_opinion;
  };
  await openWizard(completeDraft("Çay", "Kahve"));
  await page.getByText("“Fikrim yok”: Söylenemez").click();
  expect(sent()).toBeUndefined();
  await page.getByRole("checkbox", { name: "“Fikrim yok” denebilsin" }).click();
  await expect.element(page.getByText("“Fikrim yok”: Söylenebilir")).toBeVisible();
  expect(sent()).toBe(true);
});

test("a blank option is refused, and the first blank one takes the focus (R141)", async () => {
  await openWizard(completeDraft("Çay", "Kahve", "Su"));
  await title(2).fill("  ");
  await publish.click();
  await expect.element(page.getByText("Yayınlama Hatası")).toBeVisible();
  await expect.element(page.getByText("Lütfen boş alan bırakmayınız.")).toBeVisible();
  await expect.element(title(2)).toHaveFocus();
  await expect.element(title(2)).toHaveAccessibleDescription("Lütfen şıkkın adını yazın.");
});

test("an option that stands twice is pointed out", async () => {
  await openWizard(completeDraft("İzmir", "izmir "));
  await expect.element(title(2)).toHaveAccessibleDescription("Bu adla bir şık daha var.");
  await expect.element(title(1)).toHaveAccessibleDescription("");
});

test("Enter moves to the next option, adds one after the last, and stops at the limit (R139)", async () => {
  await openWizard(completeDraft(...Array.from({ length: 18 }, (_, at) => `Şık ${at + 1}`)));
  await title(17).click();
  for (const number of [18, 19, 20]) {
    await userEvent.keyboard("{Enter}");
    await expect.element(title(number)).toHaveFocus();
  }
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText("Sonuç ekleyebilmek için maksimum değere ulaşıldı"))
    .toBeVisible();
  await expect.element(title(20)).toHaveFocus();
});

test("on a phone the first letter brings a tile, on the desk one adds it (R192)", async () => {
  const recolor = (number: number) =>
    page.getByRole("button", { name: `Rengi değiştir (${number}. şıkkın resmi)` });
  await openWizard({ section: 3, reached: 3 });
  await title(1).fill("Çay");
  await expect
    .element(page.getByRole("button", { name: "Hepsine renkli kart ekle" }))
    .toBeVisible();
  await expect.element(recolor(1)).not.toBeInTheDocument();

  await page.viewport(390, 664);
  onTestFinished(() => page.viewport(1280, 800));
  await title(2).fill("K");
  await expect.element(recolor(2)).toBeVisible();
  await title(1).fill("Çaylar");
  await expect.element(recolor(1)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Hepsine renkli kart ekle" }).click();
  await expect.element(recolor(1)).toBeVisible();
});

test("a tile follows its title, whose letters fit it, and its colour can be changed (R84)", async () => {
  await openWizard(completeDraft("Çay", "Kahve"));
  const tile = () =>
    page
      .getByLabelText("1. şıkkın resmi", { exact: true })
      .element()
      .closest("label")
      ?.querySelector("svg");
  const text = () => tile()?.querySelector<HTMLElement>("[dir=auto]");
  const color = () => tile()?.querySelector("rect")?.getAttribute("fill");
  const size = () => Number.parseInt(text()?.style.fontSize ?? "", 10);
  await expect.poll(() => text()?.textContent).toBe("Çay");
  expect(size()).toBe(150);
  expect(getComputedStyle(text() as HTMLElement).color).toBe("rgb(255, 255, 255)");
  await title(1).fill("Muvaffakiyet isteyenler");
  await expect.poll(size).toBeLessThan(150);
  await title(1).fill("ş".repeat(100));
  await expect.poll(() => text()?.style.overflowWrap).toBe("anywhere");
  expect(text()?.scrollWidth).toBeLessThanOrEqual(text()?.clientWidth ?? 0);
  const before = color();
  await page.getByRole("button", { name: "Rengi değiştir (1. şıkkın resmi)" }).click();
  await expect.poll(color).not.toBe(before);
});

test("the rail leads back to what is done, and on again (R135)", async () => {
  await openWizard(completeDraft("Çay", "Kahve"));
  const rail = page.getByRole("navigation", { name: "Adımlar" });
  const step = (name: RegExp) => rail.getByRole("button", { name });
  const current = () => rail.element().querySelector("[aria-current=step]")?.textContent;
  await expect.poll(current).toContain("Şıkları belirle");
  await step(/Ana bilgiler/).click();
  await expect.poll(current).toContain("Ana bilgiler");
  await expect.element(page.getByLabelText("Başlık")).toHaveValue("Sabah ne içersiniz?");
  await step(/Şıkları belirle/).click();
  await expect.element(title(2)).toHaveValue("Kahve");
  await step(/Ana bilgiler/).click();
  await page.getByLabelText("Başlık").fill("");
  await expect.poll(() => rail.getByRole("button").elements()).toHaveLength(0);
});

test("who asked for it and who paid for it may be said before publishing (R455)", async () => {
  await openWizard(completeDraft("Çay", "Kahve"));
  const asked = page.getByLabelText("Anketi isteyen");
  await expect.element(asked).not.toBeVisible();
  await page.getByText("Bu anketi kim istedi, kim ödedi?").click();
  await asked.fill("x".repeat(101));
  await page.getByText("Bu anketi kim istedi, kim ödedi?").click();
  await publish.click();
  await expect.element(asked).toHaveFocus();
  await expect
    .element(asked)
    .toHaveAccessibleDescription("En fazla 100 karakter girebilirsiniz; 1 karakter fazla.");
  await asked.fill("Çevre Derneği");
  await expect.element(asked).toBeVisible();
  expect(currentWizard()?.draft).toMatchObject({ askedBy: "Çevre Derneği", paidBy: "" });
});

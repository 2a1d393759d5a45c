import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OwnDecision } from "#contract/endpoints/moderation.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { MobileMenuContent } from "#web/features/shell/mobile-menu-content.tsx";
import { authDialog, closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { account, author, only, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { CaseView } from "./case-view.tsx";
import { KeyHelp } from "./key-help.tsx";
import { OwnDecisions } from "./own-decisions.tsx";
import { ReportButton } from "./report-button.tsx";

const REPORT = "POST /api/auth/reports";
const CASE = "GET /api/auth/moderation/cases/{id}";
const PICTURE = "GET /api/auth/moderation/cases/{id}/pictures/{picture}";
const VIEW = "POST /api/auth/moderation/cases/{id}/viewers";
const MY = "GET /api/auth/account/my";
const MODERATOR = { [MY]: { item: account({ role: "moderator" }) } };
const ALONE = { ...MODERATOR, [VIEW]: { items: [] } };
const DECIDE = "POST /api/auth/moderation/cases/{id}/decision";
const UNDO = "POST /api/auth/moderation/decisions/{id}/undo";
const OWN = "GET /api/auth/account/my/decisions";
const OBJECT = "POST /api/auth/account/my/decisions/{id}/objection";

const decision: OwnDecision = {
  ...{ id: 3, act: "hide", reason: "hate", words: "Bir kesimi aşağılıyor." },
  ...{ decided_at: "2026-03-14T09:00:00Z", until: null, undone_at: null },
  ...{ objection_until: "2026-04-13T09:00:00Z", objection: null, objection_answered_at: null },
  survey: { id: 5, question: "Kim gitsin?" },
};
const { survey: _, ...decided } = decision;

const found = (changes: Partial<CaseDetail> = {}): { item: CaseDetail } => ({
  item: {
    ...{ id: 9, kind: "survey", target_id: 5, title: "Kim gitsin?", user: author() },
    ...{
      reports: 2,
      weight: 20,
      opened_at: "2026-03-14T08:00:00Z",
      has_objection: false,
      is_held: false,
      viewers: [],
    },
    ...{ version: 4, is_hidden: false, decisions: [], earlier_decisions: 1, hold: null },
    ...{ is_unlisted: false, is_for_adults: false, is_open: true, pictures: [] },
    ...{ muted_until: null, escalation: null },
    now: { title: "Kim gitsin?", text: "", image_path: null, options: [] },
    reported: [
      {
        ...{ id: 1, reason: "hate", text: "Hakaret.", reported_at: "2026-03-14T08:00:00Z" },
        ...{ is_open: true, is_author_muted: false, snapshot: null },
      },
    ],
    ...changes,
  },
});

beforeEach(signIn);
afterEach(() => closeAuthDialog());

test("a report needs a reason, is sent once, and says what follows (R624)", async () => {
  await show(<ReportButton kind="survey" id={5} />, { [REPORT]: null });
  await page.getByRole("button", { name: "Bildir" }).click();
  const dialog = page.getByRole("dialog", { name: "Anketi bildir" });
  const send = dialog.getByRole("button", { name: "Bildir" });
  await send.click();
  await expect.element(dialog.getByText("Lütfen bir neden seçin.")).toBeVisible();
  expect(callsOf(REPORT)).toEqual([]);
  await dialog.getByLabelText("Neden").selectOptions("Spam");
  await dialog.getByLabelText("Açıklama (isteğe bağlı)").fill("Beşinci kez.");
  await send.click();
  await expect.element(page.getByText("Bildiriminiz Alındı")).toBeVisible();
  const sent = { kind: "survey", id: 5, reason: "spam", text: "Beşinci kez." };
  expect(callsOf(REPORT).map(({ body }) => body)).toEqual([sent]);
});

test("two keys decide, and what they do stands in a list (R626)", async () => {
  const view = (
    <>
      <KeyHelp />
      <CaseView id={9} />
    </>
  );
  await show(view, { ...ALONE, [CASE]: found(), [DECIDE]: { item: null } });
  await expect.element(page.getByText("Hakaret.")).toBeVisible();
  await userEvent.keyboard("2");
  await expect.element(page.getByLabelText("Ne yapılsın")).toHaveValue("hide");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  const words = "İçerik Topluluk Kurallarına aykırı olduğu için yayından kaldırıldı.";
  expect(callsOf(DECIDE).map(({ body }) => body)).toEqual([
    { version: 4, act: "hide", reason: "hate", words },
  ]);
  await userEvent.keyboard("?");
  const help = page.getByRole("dialog", { name: "Tuşlar" });
  await expect.element(help).toBeVisible();
  const keys = help
    .getByRole("term")
    .elements()
    .map(({ textContent }) => textContent);
  expect(keys).toEqual([..."1234567890", "Enter", "?"]);
});

test("a survey is unlisted and its owner warned in one decision (R643, R645)", async () => {
  await show(<CaseView id={9} />, {
    ...ALONE,
    [CASE]: found({ is_hidden: true }),
    [DECIDE]: { item: null },
  });
  await expect.element(page.getByText("Hakaret.")).toBeVisible();
  await userEvent.keyboard("25");
  await expect.element(page.getByLabelText("Ne yapılsın")).toHaveValue("unlist");
  await page.getByRole("checkbox", { name: "Uyar" }).click();
  await page.getByRole("button", { name: "Karar ver ve sonraki" }).click();
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  const words = "İçerik Topluluk Kuralları gereği listelerde ve aramada gösterilmiyor.";
  expect(callsOf(DECIDE).map(({ body }) => body)).toEqual([
    { version: 4, act: "unlist", also: ["warn"], reason: "hate", words },
  ]);
});

test("a survey in review shows what was found in it, and is published or hidden (R663, R432)", async () => {
  const hold = { is_new: true, matches: [{ form: "zıbık", found: "z1bık" }], similar_case: 4 };
  const now = { ...found().item.now, title: "Z1BIK kim?" };
  const held = { hold, now, is_held: true, is_hidden: true, reported: [], reports: 0 };
  await show(<CaseView id={9} />, { ...ALONE, [CASE]: found(held), [DECIDE]: { item: null } });
  await expect.element(page.getByText(/yayınlanmak için inceleme bekliyor/)).toBeVisible();
  await expect.element(page.getByText("Yayından kaldırıldı")).not.toBeInTheDocument();
  const marks = [...document.querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marks).toEqual(["z1bık", "Z1BIK"]);
  await expect.element(page.getByText("Gizlenen bir ankete benziyor:")).toBeVisible();
  const similar = page.getByRole("link", { name: "O anketi gör" });
  await expect.element(similar).toHaveAttribute("href", "/moderation/4");
  const acts = page.getByLabelText("Ne yapılsın").element().querySelectorAll("option");
  expect([...acts].map((option) => option.value)).toEqual(["dismiss", "hide"]);
  await userEvent.keyboard("2");
  await page.getByRole("checkbox", { name: "Uyar" }).click();
  await page.getByRole("button", { name: "Karar ver ve sonraki" }).click();
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  expect(callsOf(DECIDE)[0]?.body).toMatchObject({ act: "hide", also: ["warn"], reason: "other" });
});

test("a picture is removed by its place, and staff sees withheld ones (R647, R648)", async () => {
  const picture = { content: "Kim gitsin?", withheld: null, is_removed: false };
  const path = (id: string) => `/images/${id}/${id.repeat(16)}/1280.webp`;
  const pictures = [
    { ...picture, place: "cover", image_path: path("aa") },
    { ...picture, place: "option 7", content: "Ali", image_path: path("bb"), withheld: 4 },
    { ...picture, place: "option 8", image_path: path("cc"), withheld: 5, is_removed: true },
  ];
  await show(<CaseView id={9} />, {
    ...ALONE,
    [CASE]: found({ pictures }),
    [PICTURE]: () => new Response("", { headers: { "content-type": "image/webp" } }),
    [DECIDE]: { item: null },
  });
  await expect.element(page.getByText("Hakaret.")).toBeVisible();
  await userEvent.keyboard("7");
  const option = page.getByRole("checkbox", { name: "Ali" });
  await option.click();
  await expect.poll(() => document.querySelectorAll('img[src^="blob:"]').length).toBe(1);
  expect(callsOf(PICTURE)).toHaveLength(1);
  expect(page.getByRole("checkbox", { name: /Kapak|Ali/ }).elements()).toHaveLength(2);
  await page.getByRole("button", { name: "Karar ver ve sonraki" }).click();
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  const [{ body } = { body: {} }] = callsOf(DECIDE);
  expect(body).toMatchObject({ act: "remove_picture", pictures: ["option 7"] });
});

test("closing says before and after that it may stay (R644)", async () => {
  const stays = {
    ...decided,
    act: "close" as const,
    undone_at: decided.decided_at,
    stays: true as const,
  };
  await show(<CaseView id={9} />, { ...ALONE, [CASE]: found({ decisions: [stays] }) });
  await expect.element(page.getByText("Geri alındı; anket kapalı")).toBeVisible();
  await userEvent.keyboard("6");
  await expect.element(page.getByText(/Sonucu birkaç dakika içinde mühürlenir/)).toBeVisible();
});

test("a case says who else has it open (R651)", async () => {
  await show(<CaseView id={9} />, { ...MODERATOR, [CASE]: found(), [VIEW]: { items: ["ayse"] } });
  await expect.element(page.getByText("@ayse bakıyor")).toBeVisible();
});

test("the second of two moderators reads what the first did, and loses nothing typed (R627, R686, R180)", async () => {
  let hasDecided = false;
  await show(<CaseView id={9} />, {
    ...ALONE,
    [CASE]: () =>
      hasDecided ? found({ version: 5, opened_at: null, decisions: [decided] }) : found(),
    [DECIDE]: () => {
      hasDecided = true;
      return refuse("case_changed");
    },
  });
  const words = page.getByLabelText("Gerekçe");
  await words.fill("Kimseyi aşağılamıyor, soru bir yarışmadan.");
  await page.getByRole("button", { name: "Karar ver ve sonraki" }).click();
  await expect.element(page.getByText("Bu Arada Değişti")).toBeVisible();
  const note = page.getByRole("status").filter({ hasText: "Siz bakarken değişti" });
  await expect.element(note.getByText(/Yayından kaldırıldı. Bir kesimi aşağılıyor/)).toBeVisible();
  await expect.element(words).toHaveValue("Kimseyi aşağılamıyor, soru bir yarışmadan.");
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Siz bakarken/);
  await expect
    .element(page.getByRole("button", { name: "Karar ver ve sonraki" }))
    .not.toBeInTheDocument();
});

test("a decision is taken back by one press (R628)", async () => {
  await show(<CaseView id={9} />, {
    ...ALONE,
    [CASE]: found({ opened_at: null, is_hidden: true, decisions: [decided] }),
    [UNDO]: null,
  });
  await page.getByRole("button", { name: "Geri Al" }).click();
  await expect.element(page.getByText("Karar Geri Alındı")).toBeVisible();
  expect(callsOf(UNDO)).toHaveLength(1);
});

test("people read what was decided about them and why, and object (R629, R630)", async () => {
  let objection: string | null = null;
  await show(<OwnDecisions />, {
    [OWN]: () =>
      only({ ...decision, objection, objection_until: objection ? null : "2026-04-13T09:00:00Z" }),
    [OBJECT]: ({ body }) => {
      objection = body.text;
      return null;
    },
  });
  await expect.element(page.getByText("Bir kesimi aşağılıyor.")).toBeVisible();
  await page.getByLabelText("İtirazınız").fill("Kimseyi aşağılamıyor, bir yarışma sorusu.");
  await page.getByRole("button", { name: "İtiraz Et" }).click();
  await expect.element(page.getByText("İtirazınız inceleniyor.")).toBeVisible();
});

test("staff alone finds the queue in the menu (R620)", async () => {
  signIn();
  const queue = page.getByRole("link", { name: "İnceleme" });
  const menu = <MobileMenuContent onLeave={() => undefined} />;
  const screen = await show(menu, { [MY]: { item: account({ role: "moderator" }) } });
  await expect.element(queue).toHaveAttribute("href", "/moderation");
  await screen.unmount();
  await show(menu, { [MY]: { item: account() } });
  await expect.poll(() => callsOf(MY).length).toBeGreaterThan(0);
  await expect.element(page.getByRole("link", { name: "Bildirimler" })).toBeVisible();
  await expect.element(queue).not.toBeInTheDocument();
});

test("a visitor is asked to sign in before reporting (R624)", async () => {
  const { endSession } = await import("#web/lib/session.ts");
  endSession();
  await show(<ReportButton kind="person" id={7} />);
  await page.getByRole("button", { name: "Bildir" }).click();
  expect(authDialog.get().shown).toBe("login");
});

import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DAY_MS } from "#contract/durations.ts";
import type { CaseDetail, QueuedCase } from "#contract/endpoints/moderation-cases.ts";
import { callsOf, refuse } from "#web/testing/fake-api.ts";
import { account, author, only, signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { CaseQueue } from "../case-queue.tsx";
import { CaseView } from "../case-view.tsx";
import { QueueSummary } from "./queue-summary.tsx";

const ACCOUNT = "GET /api/auth/account/my";
const CASES = "GET /api/auth/moderation/cases";
const CASE = "GET /api/auth/moderation/cases/{id}";
const VIEW = "POST /api/auth/moderation/cases/{id}/viewers";
const DECIDE = "POST /api/auth/moderation/cases/{id}/decision";
const MUTE = "PUT /api/auth/moderation/cases/{id}/mute";
const UNMUTE = "DELETE /api/auth/moderation/cases/{id}/mute";
const ESCALATE = "PUT /api/auth/moderation/cases/{id}/escalation";
const RETURN = "DELETE /api/auth/moderation/cases/{id}/escalation";
const MUTE_REPORTER = "PUT /api/auth/moderation/reports/{id}/mute";
const SUMMARY = "GET /api/auth/moderation/summary";
const WORDS = "Aynı kişiler sürekli bildiriyor.";

const found = (changes: Partial<CaseDetail> = {}): { item: CaseDetail } => ({
  item: {
    ...{ id: 9, kind: "survey", target_id: 5, title: "Kim gitsin?", user: author() },
    ...{ reports: 1, weight: 10, opened_at: "2026-03-14T08:00:00Z", has_objection: false },
    ...{ escalation: null, viewers: [], version: 4, is_hidden: false, decisions: [] },
    ...{ earlier_decisions: 0, is_unlisted: false, is_for_adults: false, is_open: true },
    ...{ pictures: [], muted_until: null, is_held: false, hold: null },
    now: { title: "Kim gitsin?", text: "", image_path: null, options: [] },
    reported: [
      {
        ...{ id: 7, reason: "hate", text: "Hakaret.", reported_at: "2026-03-14T08:00:00Z" },
        ...{ is_open: true, is_author_muted: false, snapshot: null },
      },
    ],
    ...changes,
  },
});
const moderator = { [ACCOUNT]: { item: account({ role: "moderator" }) }, [VIEW]: { items: [] } };

beforeEach(signIn);

test("reports of a target are muted by a key, for some days and a reason (R677, R180)", async () => {
  let isMuted = false;
  const muted = found({ version: 5, opened_at: null, muted_until: "2026-04-14T08:00:00Z" });
  await show(<CaseView id={9} />, {
    ...{ ...moderator, [CASE]: () => (isMuted ? muted : found()), [UNMUTE]: null },
    [MUTE]: () => {
      isMuted = true;
      return null;
    },
  });
  await expect.element(page.getByText("Hakaret.")).toBeVisible();
  await userEvent.keyboard("9");
  const dialog = page.getByRole("dialog", { name: "Bu hedefe gelen bildirimleri sustur" });
  await dialog.getByLabelText("Süre").selectOptions("30 gün");
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await dialog.getByRole("button", { name: "Sustur" }).click();
  await expect.element(page.getByText("Bildirimler Susturuldu")).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe("DIV");
  expect(callsOf(MUTE).map(({ body }) => body)).toEqual([{ version: 4, days: 30, words: WORDS }]);
  await expect.element(page.getByText(/tarihine kadar sıraya girmez/)).toBeVisible();
  await page.getByRole("button", { name: "Susturmayı Geri Al" }).click();
  await expect.poll(() => callsOf(UNMUTE).length).toBe(1);
});

test("the form says what a decision does to an objection (R471)", async () => {
  const objected = found({ has_objection: true });
  await show(<CaseView id={9} />, { ...moderator, [CASE]: objected, [DECIDE]: { item: null } });
  await expect.element(page.getByText(/karar itirazı reddeder/)).toBeVisible();
  const act = page.getByLabelText("Ne yapılsın");
  expect(act.getByRole("option", { name: "Kurallara uygun" }).query()).toBeNull();
  await act.selectOptions("Uyar");
  await act.selectOptions("Karar kalsın");
  await page.getByRole("button", { name: "Karar ver ve sonraki" }).click();
  await expect.element(page.getByText("Karar Verildi")).toBeVisible();
  const words = "İtiraz incelendi; karar yerinde bulundu.";
  expect(callsOf(DECIDE)).toMatchObject([{ body: { act: "dismiss", words } }]);
});

test("in a case about themselves moderators find nothing to decide with (R476)", async () => {
  const own = found({ user: { ...author(), id: account().id } });
  await show(<CaseView id={9} />, { ...moderator, [CASE]: own });
  await expect.element(page.getByText(/Kendinizle ilgili bir konuda/)).toBeVisible();
  expect(page.getByRole("button", { name: /Karar|Sustur/ }).query()).toBeNull();
});

test("a picture is blurred until it is pressed, and then shown whole (R473)", async () => {
  const now = { ...found().item.now, image_path: `/images/aa/${"aa".repeat(16)}/1280.webp` };
  await show(<CaseView id={9} />, { ...moderator, [CASE]: found({ now }) });
  await page.getByRole("button", { name: /^Resmi göster/ }).click();
  const dialog = page.getByRole("dialog", { name: "Kim gitsin?" });
  await expect.element(dialog).toBeVisible();
  const pictures = [...document.querySelectorAll("main img")];
  expect(pictures.map((picture) => getComputedStyle(picture).filter)).toEqual([
    expect.stringContaining("blur"),
    "none",
  ]);
});

test("the queue says for which reasons something is reported, and how often (R478)", async () => {
  const row: QueuedCase = {
    ...{ id: 9, kind: "survey", target_id: 5, title: "Kim gitsin?", user: author() },
    ...{ reports: 1204, weight: 12_040, opened_at: null, has_objection: false, escalation: null },
    ...{ is_held: false, viewers: [] },
    reasons: [
      { reason: "hate", count: 1201 },
      { reason: "spam", count: 3 },
    ],
  };
  const held = { ...row, id: 8, reports: 0, is_held: true, reasons: [] };
  await show(<CaseQueue />, { [CASES]: only(row, held) });
  const rows = page.getByRole("listitem");
  await expect
    .poll(() => rows.all().map((each) => each.element().textContent.replaceAll("\u00a0", " ")))
    .toEqual([
      `Anket1.204 bildirim${row.title}Nefret ya da ayrımcılık 1.201 · Spam 3@${row.user.nickname}`,
      `Anketİnceleme${row.title}@${row.user.nickname}`,
    ]);
});

test("many reports are summed up by reason, and those after five folded (R474)", async () => {
  const [report] = found().item.reported;
  const reported = Array.from({ length: 7 }, (_, at) => ({
    ...(report as CaseDetail["reported"][number]),
    ...{ id: at + 1, text: `Bildirim ${at + 1}.`, reason: at < 2 ? "spam" : "hate" },
  })) as CaseDetail["reported"];
  await show(<CaseView id={9} />, { ...moderator, [CASE]: found({ reported, reports: 120 }) });
  const sum = "7 açık bildirim: Nefret ya da ayrımcılık 5, Spam 2";
  await expect.element(page.getByText(sum)).toBeVisible();
  await expect.element(page.getByText("Yalnızca en yeni 7 bildirim gösteriliyor.")).toBeVisible();
  await expect.element(page.getByText("Bildirim 5.")).toBeVisible();
  await expect.element(page.getByText("Bildirim 6.")).not.toBeVisible();
  await page.getByText("2 bildirim daha").click();
  await expect.element(page.getByText("Bildirim 7.")).toBeVisible();
});

test("a conflict keeps what was typed into the dialog (R686)", async () => {
  let version = 4;
  await show(<CaseView id={9} />, {
    ...{ ...moderator, [CASE]: () => found({ version }) },
    [MUTE]: () => {
      version += 1;
      return refuse("case_changed");
    },
  });
  await page.getByRole("button", { name: "Bildirimleri Sustur" }).click();
  const words = page.getByRole("dialog").getByLabelText("Gerekçe");
  await words.fill(WORDS);
  await page.getByRole("button", { name: "Sustur", exact: true }).click();
  await expect.element(page.getByText("Bu Arada Değişti")).toBeVisible();
  await expect.element(words).toHaveValue(WORDS);
});

test("a case is left to the admins, who alone decide it or give it back (R679)", async () => {
  let escalation: string | null = null;
  const calls = {
    [CASE]: () => found({ escalation }),
    [ESCALATE]: ({ body }: { body: { words: string } }) => {
      escalation = body.words;
      return null;
    },
    [RETURN]: null,
  };
  const screen = await show(<CaseView id={9} />, { ...moderator, ...calls });
  await page.getByRole("button", { name: "Yöneticiye İlet" }).click();
  const dialog = page.getByRole("dialog", { name: "Yöneticiye ilet" });
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await dialog.getByRole("button", { name: "İlet" }).click();
  await expect.element(page.getByText("Bu konuda artık yöneticiler karar verir.")).toBeVisible();
  const decide = page.getByRole("button", { name: "Karar ver ve sonraki" });
  await expect.element(decide).not.toBeInTheDocument();
  await screen.unmount();
  await show(<CaseView id={9} />, {
    ...{ ...moderator, ...calls, [ACCOUNT]: { item: account({ role: "admin" }) } },
  });
  await expect.element(decide).toBeVisible();
  await page.getByRole("button", { name: "Moderatörlere Geri Ver" }).click();
  await expect.poll(() => callsOf(RETURN).length).toBe(1);
});

test("a reporter is muted by a report, without a name, and the focus stays there (R678, R180)", async () => {
  const before = found().item;
  const reported = before.reported.map((report) => ({ ...report, is_author_muted: true }));
  await show(<CaseView id={9} />, {
    ...{ ...moderator, [MUTE_REPORTER]: null },
    [CASE]: () => (callsOf(MUTE_REPORTER).length > 0 ? found({ reported }) : found()),
  });
  await page.getByRole("button", { name: "Bildireni Sustur" }).click();
  const dialog = page.getByRole("dialog", { name: "Bildireni sustur" });
  await expect.element(dialog.getByLabelText("Gerekçe")).toHaveFocus();
  await dialog.getByRole("button", { name: "Sustur" }).click();
  expect(callsOf(MUTE_REPORTER)).toEqual([]);
  await dialog.getByLabelText("Gerekçe").fill(WORDS);
  await dialog.getByRole("button", { name: "Sustur" }).click();
  await expect.element(page.getByText("Bildiren Susturuldu")).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Bildireni susturuldu/);
  expect(callsOf(MUTE_REPORTER)).toMatchObject([
    { path: "/api/auth/moderation/reports/7/mute", body: { words: WORDS } },
  ]);
});

test("a line says how much waits and how long decisions take (R684)", async () => {
  const oldest = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const screen = await show(<QueueSummary />, {
    [SUMMARY]: { item: { reports: 1200, oldest, median_wait_s: 7300 } },
  });
  await expect
    .element(
      page.getByText(
        "1.200 açık bildirim · en uzun bekleyen 3 gün önce geldi · son 30 günün kararlarının yarısı 3 saat içinde verildi",
      ),
    )
    .toBeVisible();
  await screen.unmount();
  await show(<QueueSummary />, {
    [SUMMARY]: { item: { reports: 0, oldest: null, median_wait_s: null } },
  });
  await expect.element(page.getByText("Açık bildirim yok", { exact: true })).toBeVisible();
});

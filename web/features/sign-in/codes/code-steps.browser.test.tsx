import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MINUTE_MS } from "#contract/durations.ts";
import { endSession } from "#web/lib/session.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { account } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { holdTime, letPass } from "#web/testing/time.ts";
import { CodeSteps } from "./code-steps.tsx";

const REQUEST = "POST /api/auth/codes";
const USE = "POST /api/auth/codes/use";
const VOTE = { survey_id: 5, survey_option_id: 2 };
const later = () => new Date(Date.now() + 10 * MINUTE_MS).toISOString();
const USED = {
  item: {
    session: { token: "new", expires_at: "2099-01-01T00:00:00.000Z" },
    account: account({ missing: ["identity", "details"] }),
    is_new: true,
    vote: { ...VOTE, outcome: "counted" },
  },
} as const;
const API: FakeApi = {
  "POST /api/auth/challenge": { item: null },
  [REQUEST]: () => ({ item: { attempt: "attempt", expires_at: later() } }),
  [USE]: USED,
};
const email = page.getByLabelText("E-posta", { exact: true });
const consent = page.getByLabelText("Oyumun işlenmesine açık rıza veriyorum.");
const send = page.getByRole("button", { name: "Kod Gönder" });
const code = page.getByLabelText(/adresine gelen 6 rakam/);
const again = page.getByRole("button", { name: /^Yeniden gönder/ });

beforeEach(() => endSession());

async function showSteps(api: FakeApi = {}) {
  const onUsed = vi.fn();
  await show(<CodeSteps vote={VOTE} remember onUsed={onUsed} />, { ...API, ...api });
  return onUsed;
}

async function askForCode(): Promise<void> {
  await email.fill("defne@ornek.com");
  await consent.click();
  await send.click();
  await expect.element(code).toHaveFocus();
}

test("an address and consent are asked for together, and each says what it lacks (R501)", async () => {
  await showSteps();
  await expect.element(email).toHaveFocus();
  await send.click();
  await expect.element(page.getByText("E-posta alanı boş bırakılamaz")).toBeVisible();
  await expect.element(page.getByText(/açık rıza metnini onaylamalısınız/)).toBeVisible();
  expect(callsOf(REQUEST)).toEqual([]);
});

test("six typed digits are sent by themselves, with the attempt of this browser (R501)", async () => {
  const onUsed = await showSteps();
  await askForCode();
  expect(callsOf(REQUEST)[0]?.body).toMatchObject({
    email: "defne@ornek.com",
    explicit_consent: true,
    vote: VOTE,
  });
  await userEvent.keyboard("48120");
  expect(callsOf(USE)).toEqual([]);
  await userEvent.keyboard("3");
  await expect.poll(() => onUsed.mock.calls.length).toBe(1);
  expect(callsOf(USE)[0]?.body).toMatchObject({ attempt: "attempt", code: "481203" });
});

test("a pasted code may hold spaces; phones find the field for it (R501)", async () => {
  const onUsed = await showSteps();
  await askForCode();
  await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(code).toHaveAttribute("inputmode", "numeric");
  await code.fill(" 481 203 ");
  await expect.poll(() => onUsed.mock.calls.length).toBe(1);
  expect(callsOf(USE)[0]?.body).toMatchObject({ code: "481203" });
});

test("a wrong code is explained, stays to be read, and is typed over (R491, R501)", async () => {
  const onUsed = await showSteps({
    [USE]: () => (callsOf(USE).length === 1 ? refuse("wrong_code") : USED),
  });
  await askForCode();
  await userEvent.keyboard("111111");
  await expect.element(code).toHaveAttribute("aria-invalid", "true");
  await expect.element(code).toHaveValue("111111");
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard("481203");
  await expect.poll(() => onUsed.mock.calls.length).toBe(1);
  expect(callsOf(USE)[1]?.body).toMatchObject({ code: "481203" });
});

test("without a connection the code stays, and a press sends it again (R183, R501)", async () => {
  const onUsed = await showSteps({
    [USE]: () => (callsOf(USE).length === 1 ? NO_CONNECTION : USED),
  });
  await askForCode();
  await userEvent.keyboard("481203");
  await expect.element(page.getByText(/Sunucuya ulaşılamadı/)).toBeVisible();
  await page.getByRole("button", { name: "Oyumu Say" }).click();
  await expect.poll(() => onUsed.mock.calls.length).toBe(1);
});

test("another code can be asked for after a pause, and replaces the attempt (R501)", async () => {
  holdTime();
  let sent = 0;
  await showSteps({
    [REQUEST]: () => ({ item: { attempt: `attempt ${++sent}`, expires_at: later() } }),
    [USE]: refuse("code_expired"),
  });
  await askForCode();
  await userEvent.keyboard("111111");
  await expect.element(page.getByText(/Bu kod artık geçerli değil/)).toBeVisible();
  await expect.element(again).toHaveAttribute("aria-disabled", "true");
  await letPass(31_000);
  await expect.element(again).toHaveTextContent("Yeniden gönder");
  await again.click();
  await expect.element(page.getByText("Yeni bir kod gönderdik.")).toBeVisible();
  await expect.element(code).toHaveValue("");
  await userEvent.keyboard("481203");
  await expect.poll(() => callsOf(USE)[1]?.body).toMatchObject({ attempt: "attempt 2" });
});

test("a wrong address leads back, with what was typed (R501)", async () => {
  await showSteps();
  await askForCode();
  await page.getByRole("button", { name: "Adresim yanlış" }).click();
  await expect.element(email).toHaveValue("defne@ornek.com");
  await expect.element(email).toHaveFocus();
});

test("the code is asked for again after a reload, for the same vote alone (R501)", async () => {
  await showSteps();
  await askForCode();
  await show(<CodeSteps vote={VOTE} remember onUsed={vi.fn()} />, API);
  await expect.element(code.nth(1)).toBeVisible();
  const other = { ...VOTE, survey_option_id: 1 };
  await show(<CodeSteps vote={other} remember onUsed={vi.fn()} />, API);
  await expect.element(email).toHaveValue("defne@ornek.com");
});

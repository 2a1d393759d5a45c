import { requestCode, useCode, type WaitingVote } from "#contract/endpoints/codes.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { succeed } from "#testing/api.ts";
import type { MailServer } from "#testing/servers/mail-server.ts";
import { lettered } from "./mail-app.ts";
import type { TestApp } from "./test-app.ts";

type MailedApp = TestApp & { mailServer: MailServer };

/** The vote for a survey's option that waits for a code. */
export const waitingVote = ({ id, options }: Survey, option = 0): WaitingVote => ({
  ...{ survey_id: id, survey_option_id: options[option]?.id ?? 0 },
});

export const askForCode = (
  kanaat: TestApp,
  email: string,
  vote?: WaitingVote,
  explicit_consent = vote !== undefined,
) => kanaat.call(requestCode, { body: { email, explicit_consent, ...(vote && { vote }) } });

/** The address that the mailbox's account has, however it was spelt; otherwise this one. */
async function recipientOf({ db }: TestApp, email: string): Promise<string> {
  const account = await db.query
    .selectFrom("users")
    .select("email")
    .where("canonical_email", "=", canonicalAddress(email))
    .executeTakeFirst();
  return account?.email ?? email;
}

/** Asks for a code; returns the browser's attempt, and the letter with its code and link. */
export async function sendCode(
  kanaat: MailedApp,
  email: string,
  vote?: WaitingVote,
  consent?: boolean,
) {
  const { mailServer } = kanaat;
  const recipient = await recipientOf(kanaat, email);
  const { item } = await lettered(mailServer, recipient, () =>
    succeed(askForCode(kanaat, email, vote, consent)),
  );
  const letter = await mailServer.newest(recipient);
  const code = /^\d{6}$/m.exec(letter.text)?.[0] ?? "";
  const link = /\/code#([\w-]{43})$/m.exec(letter.text)?.[1] ?? "";
  return { attempt: item.attempt, code, link, letter };
}

/** Signs in by a code, with consent to open an account; returns what the call does. */
export async function enterByCode(kanaat: MailedApp, email: string, vote?: WaitingVote) {
  const { attempt, code } = await sendCode(kanaat, email, vote, true);
  return (await succeed(kanaat.call(useCode, { body: { attempt, code } }))).item;
}

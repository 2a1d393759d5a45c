import { MailServer } from "#testing/servers/mail-server.ts";
import { type Scope, type TestApp, type TestOptions, testApp } from "./test-app.ts";

export const PUBLIC_URL = "https://kanaat.example";

/** The product with its own mail server. */
export async function mailApp(
  scope: Scope,
  options: TestOptions = {},
): Promise<TestApp & { mailServer: MailServer }> {
  const mailServer = await MailServer.start();
  scope.after(() => mailServer.kill());
  const mail = { url: mailServer.url, from: "posta@kanaat.example" };
  const config = { mail, publicUrl: PUBLIC_URL, ...options.config };
  return { ...(await testApp(scope, { ...options, config })), mailServer };
}

/** The secret of the link to `page` in the newest mail to an address. */
export async function linkSecret(mailServer: MailServer, email: string, page: string) {
  const address = `${PUBLIC_URL}${page}#`;
  for (let waited = 0; ; waited += 1) {
    const mails = mailServer.mails.filter(({ recipient }) => recipient === email);
    const text = mails.findLast((mail) => mail.text.includes(address))?.text;
    if (text !== undefined) return /^[\w-]{43}$/m.exec(text.split(address)[1] ?? "")?.[0] ?? "";
    if (waited > 500) throw new Error(`no link to ${page} came to ${email}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs `work` and waits for the letter to an address that it brings. */
export async function lettered<T>(
  mailServer: MailServer,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  const letters = () => mailServer.mails.filter(({ recipient }) => recipient === email).length;
  const before = letters();
  const result = await work();
  while (letters() === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return result;
}

import { freePort } from "#testing/free-port.ts";
import { createInstance } from "#testing/instance.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { test as journey } from "./fixtures.ts";

/** Journeys on a product that sends mail, to a mail server of its own. */
export const test = journey.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // Playwright wants a pattern here.
    async ({ browserName: _ }, use) => {
      const mailServer = await MailServer.start();
      await use(mailServer);
      await mailServer.kill();
    },
    { scope: "worker" },
  ],

  server: [
    async ({ engine, mailServer }, use) => {
      const instance = await createInstance(engine);
      const port = await freePort();
      const env = {
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        MAIL_URL: mailServer.url,
        MAIL_FROM: "posta@kanaat.example",
      };
      const server = new ServerProcess(instance, { preload: "./testing/cheap-work.ts", env });
      await server.start();
      await use(server);
      await server.stop();
      await instance.atEnd.disposeAsync();
    },
    { scope: "worker" },
  ],
});

/** The link of the newest mail to an address that is about this. */
export async function linkTo(mailServer: MailServer, email: string, subject: RegExp) {
  const { text } = await mailServer.newest(email, subject);
  return /^http\S+#\S+$/m.exec(text)?.[0] ?? "";
}

/** The code of the newest mail to an address that signs in. */
export async function codeTo(mailServer: MailServer, email: string) {
  const { text } = await mailServer.newest(email, /kodunuz/);
  return /^\d{6}$/m.exec(text)?.[0] ?? "";
}

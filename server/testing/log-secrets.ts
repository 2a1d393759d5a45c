// Sends secrets in valid and in broken calls to a product that logs as much as it can; its output
// is its log. The parent gets the secrets and looks for them (server/tests/security-logs.test.ts).
import { sql } from "kysely";
import { login, logout, updateAccount } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { signUp } from "#testing/people.ts";
import { testApp } from "./test-app.ts";

const atEnd = new AsyncDisposableStack();
const scope = { after: (tidy: () => Promise<void>) => atEnd.defer(tidy) };
const kanaat = await testApp(scope, { config: { logLevel: "debug", rateLimits: true } });
const person = await signUp(kanaat, { password: "cok-gizli-sifre-42" });
const { email, password, token } = person;
const secrets = [password, token];

await kanaat.call(login, { body: { email, password: `${password}-yanlis` } });
await kanaat.call(login, { body: { email, password, remember: "belki" } });
await kanaat.call(updateAccount, { token: `${token}x`, body: { name: "" } });
await kanaat.call(exportAccount, { token, query: { token, password } });
for (const payload of [`{"password":"${password}"`, `{"__proto__":{"p":"${password}"}}`]) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  await kanaat.app.inject({ method: "POST", url: "/api/auth/login", headers, payload });
  await kanaat.app.inject({ method: "PATCH", url: "/api/auth/account/my", headers, payload });
}
await sql`alter table notifications rename to elsewhere`.execute(kanaat.db.query);
const broken = await kanaat.call(listNotifications, { token, query: { cursor: "", token } });
await kanaat.call(logout, { token });
await atEnd.disposeAsync();
process.send?.({ secrets, requestId: broken.problem.request_id });

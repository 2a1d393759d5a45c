import assert from "node:assert/strict";
import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { register } from "#contract/endpoints/account.ts";
import { finishProviderLogin, startProviderLogin } from "#contract/endpoints/oidc.ts";
import { createApi, succeed } from "#testing/api.ts";
import { freePort } from "#testing/free-port.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { registrationForm } from "#testing/people.ts";
import { MailServer } from "#testing/servers/mail-server.ts";
import { S3Server } from "#testing/servers/s3-server.ts";

/** With letters that addresses, JSON and base64 encode differently. */
const SECRET = 'çok/gizli "parola"@4711';

/** Prints every setting in all possible ways, once the product listens. */
const PRINTS_SETTINGS = `
  import { Server } from "node:net";
  import { isMainThread, Worker } from "node:worker_threads";
  const { listen } = Server.prototype;
  if (isMainThread) Server.prototype.listen = function (...args) {
    this.once("listening", () => {
      console.log(process.env);
      console.error(new Error(JSON.stringify(process.env)));
      for (const value of Object.values(process.env)) process.emitWarning(value);
      new Worker("console.log(process.env); console.error(process.env)", { eval: true })
        .on("exit", () => setTimeout(() => console.log("printed all"), 100));
    });
    return listen.apply(this, args);
  };`;

interface Start {
  /** Where it prints, unless its output is read here. */
  stdio?: StdioOptions;
  /** A program that runs before the product. */
  code?: string;
}

/** Starts the product from source. */
async function start(
  t: TestContext,
  env: NodeJS.ProcessEnv,
  { stdio = ["ignore", "pipe", "pipe"], code = "" }: Start = {},
) {
  const instance = await createInstance(engineUnderTest());
  const port = await freePort();
  const preload = `data:text/javascript,${encodeURIComponent(code)}`;
  const child = spawn(process.execPath, ["--import", preload, "server/main.ts", "--dev"], {
    stdio,
    env: {
      ...process.env,
      ...{ HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "debug", ACCESS_LOG: "on" },
      ...{ DATA_DIR: instance.dataDir, DATABASE_URL: instance.databaseUrl ?? "", ROLE: "worker" },
      ...env,
    },
  });
  const exit = once(child, "exit");
  t.after(async () => {
    child.kill("SIGKILL");
    await exit;
    await instance.atEnd.disposeAsync();
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr] as (Readable | null)[]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    url,
    output: () => output,
    /** Its exit code, after a `signal` if there is one. */
    async ends(signal?: NodeJS.Signals): Promise<number | null> {
      if (signal) child.kill(signal);
      const [code] = await exit;
      return code;
    },
    /** Waits until `isSo`; fails if the server has ended. */
    async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
      for (; !(await isSo()); await sleep(20)) {
        assert.ok(child.exitCode === null && child.signalCode === null, `ended: ${output}`);
      }
    },
    isReady: () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

// A process that only runs jobs needs no pages, but PostgreSQL.
describe("a server whose output nobody reads", { skip: engineUnderTest() === "sqlite" }, () => {
  it("keeps running, with each of its processes, and ends on SIGTERM with 0 (R384)", async (t) => {
    const server = await start(t, { WORKERS: "2" });
    const listening = () => server.output().match(/Server listening/g)?.length ?? 0;
    await server.until(() => listening() === 2);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    // Each request is a line of the access log, written within a fifth of a second.
    for (let i = 0; i < 5; i++) {
      await fetch(`${server.url}/api/cities`);
      await sleep(250);
    }
    await server.until(server.isReady);
    assert.equal(await server.ends("SIGTERM"), 0);
  });

  it("keeps running where it is a file on a full disk (R384)", {
    skip: !existsSync("/dev/full"),
  }, async (t) => {
    const full = openSync("/dev/full", "w");
    const server = await start(t, {}, { stdio: ["ignore", full, full] });
    await server.until(server.isReady);
    await fetch(`${server.url}/api/cities`);
    await sleep(250);
    await server.until(server.isReady);
    assert.equal(await server.ends("SIGTERM"), 0);
  });
});

describe("a server whose secrets are refused", { skip: engineUnderTest() === "sqlite" }, () => {
  const encoded = encodeURIComponent(SECRET);
  /** What must not appear: the secret's forms in texts, addresses, JSON and request headers. */
  const forms = [
    SECRET,
    encoded,
    JSON.stringify(SECRET).slice(1, -1),
    ...["", "kanaat:", "\0kanaat\0"].map((user) =>
      Buffer.from(user + SECRET)
        .toString("base64")
        .replace(/=+$/, ""),
    ),
    Buffer.from(`kanaat:${encoded}`).toString("base64").replace(/=+$/, ""),
  ];
  const assertHidden = (output: string) => {
    for (const form of forms) assert.ok(!output.includes(form), output);
    assert.ok(output.length > 0);
  };
  const refusing = new URL(process.env.TEST_DATABASE_URL ?? "postgres://kanaat@127.0.0.1/kanaat");
  refusing.password = SECRET;

  for (const [name, env] of Object.entries({
    "the database refuses": { DATABASE_URL: refusing.href },
    "stands in an address that is none": { DATABASE_URL: `postgres://kanaat:${SECRET}@db:port/k` },
  })) {
    it(`ends without the secret in its output where it ${name} (R358)`, async (t) => {
      const server = await start(t, env);
      assert.equal(await server.ends(), 1);
      assertHidden(server.output());
    });
  }

  it("ends so where the store refuses it (R358)", async (t) => {
    await using s3 = await S3Server.start();
    const server = await start(t, { ...s3.env, S3_SECRET_ACCESS_KEY: SECRET });
    assert.equal(await server.ends(), 1);
    assert.match(server.output(), /S3_/);
    assertHidden(server.output());
  });

  it("waits so for a database that is away (R358)", async (t) => {
    const DATABASE_URL = `postgres://kanaat:${encoded}@127.0.0.1:${await freePort()}/kanaat`;
    const server = await start(t, { DATABASE_URL });
    await server.until(() => /Waiting for the database/.test(server.output()));
    assert.equal(await server.ends("SIGTERM"), 0);
    assertHidden(server.output());
  });

  it("keeps running where store, mail server and provider are away or refuse it (R358)", async (t) => {
    const mail = await MailServer.start();
    t.after(() => mail.kill());
    mail.refusesPasswords = true;
    const issuer = await refusingProvider(t);
    const settings = {
      ROLE: "both",
      PUBLIC_URL: "http://127.0.0.1",
      RATE_LIMITS: "off",
      CHALLENGE: "off",
      S3_BUCKET: "kanaat",
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_ACCESS_KEY_ID: "kanaat-id",
      S3_SECRET_ACCESS_KEY: SECRET,
      MAIL_URL: `${mail.url.replace("//", `//kanaat:${encoded}@`)}?tls.rejectUnauthorized=false`,
      MAIL_FROM: "posta@kanaat.example",
      OIDC_PROVIDERS: "okul",
      OIDC_OKUL_ISSUER: issuer,
      OIDC_OKUL_CLIENT_ID: "kanaat",
      OIDC_OKUL_CLIENT_SECRET: SECRET,
      OIDC_OKUL_LABEL: "Okul",
    };
    const server = await start(t, settings, { code: PRINTS_SETTINGS });
    await server.until(server.isReady);
    await server.until(() => /printed all/.test(server.output()));
    const api = createApi(server.url, fetch);
    const params = { provider: "okul" };
    const { item } = await succeed(api.call(startProviderLogin, { params }));
    const state = new URL(item.url).searchParams.get("state");
    const parameters = `code=1&state=${state}&iss=${encodeURIComponent(issuer)}`;
    const body = { provider: "okul", parameters, browser_key: item.browser_key };
    const refused = await api.call(finishProviderLogin, { body });
    assert.equal(refused.problem.code, "provider_refused", refused.text);
    const registered = await api.call(register, { body: registrationForm() });
    const picture = await fetch(`${server.url}/images/00000000000000000000000000000000/640.webp`);
    await server.until(() => /cannot send mails/.test(server.output()));
    await server.until(() => /image store cannot be reached/.test(server.output()));
    assert.equal(await server.ends("SIGTERM"), 0);
    assertHidden(server.output() + refused.text + registered.text + (await picture.text()));
  });
});

/** An OpenID provider that refuses the client and repeats the request in its reason. */
async function refusingProvider(t: TestContext): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const json = (status: number, content: object) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(content));
    if (request.method === "GET") {
      return json(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      });
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const error_description = `${request.headers.authorization} ${Buffer.concat(parts)}`;
    json(401, { error: "invalid_client", error_description });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

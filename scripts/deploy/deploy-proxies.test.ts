import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ERRORS } from "#contract/errors.ts";
import { IMAGE_MAX_BYTES, OPTION_COUNT } from "#contract/limits.ts";
import { freePort } from "#testing/free-port.ts";

/** The largest form: a survey's picture and one for each option, with room for their texts. */
const FORM_MAX_BYTES = (OPTION_COUNT.max + 2) * IMAGE_MAX_BYTES;

interface Proxy {
  binary: string;
  file: string;
  /** The shipped text, with a port for visitors, one for the server, and the page's folder. */
  adapt(shipped: string, ports: { own: number; server: number }, folder: string): string;
  args(file: string, folder: string): string[];
}

const proxies: Record<string, Proxy> = {
  nginx: {
    binary: "/usr/sbin/nginx",
    file: "deploy/nginx.conf",
    adapt: (shipped, { own, server }, folder) => {
      const site = shipped
        .replace(/server \{\s+listen 80;[^}]+\}/, "")
        .replace("listen 443 ssl http2;", `listen 127.0.0.1:${own};`)
        .replace(/^ +(listen \[::\]|ssl_).*\n/gm, "")
        .replace("127.0.0.1:3000", `127.0.0.1:${server}`)
        .replaceAll("/usr/share/kanaat", folder);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(" ");
      const user = process.getuid?.() === 0 ? "user root;" : "";
      return `daemon off; ${user} pid ${folder}/pid; error_log stderr crit;
        events {} http { access_log off; ${paths} ${site} }`;
    },
    args: (file, folder) => ["-p", folder, "-e", "stderr", "-c", file],
  },
  Caddy: {
    binary: "/usr/bin/caddy",
    file: "deploy/Caddyfile",
    adapt: (shipped, { own, server }, folder) =>
      `{\nadmin off\nauto_https off\n}\n${shipped
        .replace("kanaat.example {", `http://127.0.0.1:${own} {`)
        .replace("127.0.0.1:3000", `127.0.0.1:${server}`)
        .replaceAll("/usr/share/kanaat", folder)}`,
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
};

for (const [name, proxy] of Object.entries(proxies)) {
  describe(name, { skip: !existsSync(proxy.binary) && `${name} is not installed` }, () => {
    it("passes the largest form, and refuses a larger one as the server does (R338)", async (t) => {
      const { url } = await startBehind(t, proxy);
      const sent = await fetch(`${url}/api/form`, {
        method: "POST",
        body: new Uint8Array(9 * 1024 * 1024),
      });
      assert.equal((await sent.json()).bytes, 9 * 1024 * 1024);
      assert.match(
        readFileSync(proxy.file, "utf8"),
        new RegExp(` ${FORM_MAX_BYTES / 1024 / 1024}(m|MiB)`),
      );
      const refused = await announceForm(url, FORM_MAX_BYTES + 1024 * 1024);
      await assertProblem(refused, "payload_too_large");
    });

    it("replaces headers that visitors forge (R338)", async (t) => {
      const { url } = await startBehind(t, proxy);
      const answer = await fetch(`${url}/api/cities`, {
        headers: {
          "X-Forwarded-For": "6.6.6.6",
          "X-Forwarded-Proto": "gopher",
          "X-Request-Id": "mine",
          Forwarded: "for=6.6.6.6",
        },
      });
      const { headers } = await answer.json();
      assert.equal(headers["x-forwarded-for"], "127.0.0.1");
      assert.equal(headers["x-forwarded-proto"], "http");
      assert.equal(headers.forwarded, undefined);
      assert.notEqual(headers["x-request-id"], "mine");
      assert.ok(headers["x-request-id"]);
    });

    it("passes event streams as they come, and adds no header to embedded pages (R338)", async (t) => {
      const { url } = await startBehind(t, proxy);
      for (const path of ["events", "account/notifications", "surveys/responses"]) {
        const stream = await fetch(`${url}/api/auth/${path}/stream`);
        const reader = stream.body?.getReader();
        const { value } = (await reader?.read()) ?? {};
        assert.equal(new TextDecoder().decode(value), "event: unread\ndata: 1\n\n");
        await reader?.cancel();
      }
      const { headers } = await fetch(`${url}/embed/surveys/1`);
      assert.equal(headers.get("x-frame-options"), null);
      assert.equal(headers.get("content-security-policy"), null);
    });

    it("passes the server's own errors, and shows a page where no server is there (R338)", async (t) => {
      const { url, server } = await startBehind(t, proxy);
      const own = await fetch(`${url}/fails`);
      assert.equal(`${own.status} ${await own.text()}`, "503 of the server");
      server.close().closeAllConnections();
      const page = await fetch(`${url}/surveys/1`);
      assert.ok(page.status >= 502 && page.status <= 504, `${page.status}`);
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
      assert.match(await page.text(), /<html lang="tr">.*ulaşılamıyor/s);
      await assertProblem(await fetch(`${url}/api/surveys`), "not_ready");
    });
  });
}

describe("nginx with a certificate", { skip: !existsSync("/usr/sbin/nginx") }, () => {
  it("accepts the whole file", (t) => {
    const folder = temporaryFolder(t);
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const certificate = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=kanaat.example";
    spawnSync("openssl", [...certificate.split(" "), "-keyout", key, "-out", cert]);
    const site = readFileSync("deploy/nginx.conf", "utf8")
      .replace(/\/etc\/letsencrypt\S+fullchain.pem/, cert)
      .replace(/\/etc\/letsencrypt\S+privkey.pem/, key)
      .replace(/^ +listen \[::\].*\n/gm, "")
      .replace("listen 80;", "listen 127.0.0.1:47981;")
      .replace("listen 443", "listen 127.0.0.1:47982");
    const file = join(folder, "nginx.conf");
    writeFileSync(file, `pid ${folder}/pid; events {} http { access_log off; ${site} }`);
    const { status, stderr } = spawnSync(
      "/usr/sbin/nginx",
      ["-t", "-p", folder, "-e", "stderr", "-c", file],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
  });
});

/** Starts the shipped configuration in front of a server that answers with what it received. */
async function startBehind(t: TestContext, { binary, file, adapt, args }: Proxy) {
  const server = createServer((asked, response) => {
    if (asked.url === "/fails") return void response.writeHead(503).end("of the server");
    if (asked.url?.endsWith("/stream")) {
      return void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write("event: unread\ndata: 1\n\n");
    }
    let bytes = 0;
    asked.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    asked.on("end", () => response.end(JSON.stringify({ bytes, headers: asked.headers })));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close().closeAllConnections());
  const folder = temporaryFolder(t);
  cpSync("deploy/unavailable.html", join(folder, "unavailable.html"));
  const ports = { own: await freePort(), server: (server.address() as { port: number }).port };
  const path = join(folder, "config");
  writeFileSync(path, adapt(readFileSync(file, "utf8"), ports, folder));
  const child = spawn(binary, args(resolve(path), folder), {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  t.after(() => end(child));
  const url = `http://127.0.0.1:${ports.own}`;
  while (!(await fetch(`${url}/ready`).catch(() => undefined))?.ok) {
    assert.equal(child.exitCode, null, "The proxy ended");
    await sleep(50);
  }
  return { url, server };
}

/** Returns the answer to a form of this size before any of it is sent. */
async function announceForm(url: string, bytes: number): Promise<Response> {
  const headers = { "Content-Length": bytes };
  const sending = request(`${url}/api/form`, { method: "POST", headers });
  sending.flushHeaders();
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  const body = await text(answer);
  sending.on("error", () => sending.destroy()).destroy();
  const type = answer.headers["content-type"] ?? "";
  return new Response(body, { status: answer.statusCode, headers: { "Content-Type": type } });
}

async function assertProblem(answer: Response, code: "payload_too_large" | "not_ready") {
  const [status, title, detail] = ERRORS[code];
  assert.equal(answer.status, status);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json/);
  const { request_id, ...problem } = await answer.json();
  assert.deepEqual(problem, { type: "about:blank", title, status, detail, code, message: detail });
  assert.ok(request_id);
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "kanaat-proxies-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

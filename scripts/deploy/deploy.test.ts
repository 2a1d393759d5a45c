import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { freePort } from "#testing/free-port.ts";

const read = (path: string) => readFileSync(path, "utf8");
interface Yaml {
  services: Record<"web1" | "web2" | "web3" | "postgres" | "proxy", Service>;
  secrets: Record<string, { file: string }>;
  groups: { rules: { expr: string }[] }[];
  rule_files: string[];
}
interface Service {
  image: string;
  command: string[];
  read_only: boolean;
  cap_drop: string[];
  build: { context: string; dockerfile: string };
  environment: Record<string, string>;
}

/** Supports `<<:`, which compose files may use. */
const parseYaml = <T>(path: string): T =>
  load(read(path), { schema: CORE_SCHEMA.withTags(mergeTag) }) as T;
const containerfile = read("deploy/Containerfile");
const unit = read("deploy/kanaat.service");

describe("the image", () => {
  const copied = [...containerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)]
    .flatMap(([, paths = ""]) => paths.split(" "))
    .map((path) => path.replace("/kanaat/", ""));
  const isCopied = (path: string) =>
    copied.some((one) => path === one || path.startsWith(`${one}/`));

  it("holds all that its commands import, and what they read", () => {
    const entries = ["main", "images/decoder-process", "http/pages/page-worker"].map(
      (name) => `server/${name}.ts`,
    );
    const commands = ["backup", "restore", "people", "role", "takedown"];
    const needed = reachedFrom([...entries, ...commands.map((name) => `scripts/${name}.ts`)]);
    assert.ok(needed.size > 100);
    for (const path of [
      ...needed,
      "package.json",
      "dist",
      "content/operator.json",
      "server/images/fonts",
    ]) {
      assert.ok(isCopied(path), path);
    }
  });

  it("is built from what the ignore file leaves, without tests", () => {
    const kept = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    for (const path of [...copied, "web", "vite.config.ts"]) {
      if (path !== "node_modules" && path !== "dist") assert.ok(kept.includes(path), path);
    }
    assert.ok(
      ![...reachedFrom(["server/main.ts"])].some((path) => /\.test\.|testing\//.test(path)),
    );
  });

  it("runs as nobody else, on the Node that is locked", () => {
    assert.match(containerfile, /^USER 10001:10001$/m);
    assert.match(containerfile, /^CMD \["node", "server\/main\.ts"\]$/m);
    assert.match(containerfile, /PATH="\/kanaat\/node_modules\/\.bin:/);
    assert.match(
      containerfile,
      new RegExp(`VERSION="${JSON.parse(read("package.json")).version}"`),
    );
  });

  it("and the unit have the memory settings of npm start", () => {
    const setup = read("scripts/setup.mjs");
    const [, node = ""] = /NODE_OPTIONS: `(.+) \$\{/.exec(setup) ?? [];
    const [, threshold = ""] = /MALLOC_MMAP_THRESHOLD_: "(\d+)"/.exec(setup) ?? [];
    for (const text of [containerfile, unit]) {
      assert.ok(text.includes(node) && text.includes(threshold));
    }
  });
});

describe("the files for other programs", () => {
  it("can be read, and name only files that are there", () => {
    const compose = parseYaml<Yaml>("deploy/compose.yml");
    const { web1, web2, web3, postgres } = compose.services;
    assert.match(postgres.image, /postgres:18\./);
    for (const { read_only, cap_drop, build } of [web1, web2, web3]) {
      assert.deepEqual([read_only, cap_drop], [true, ["ALL"]]);
      assert.ok(existsSync(join("deploy", build.context, build.dockerfile)));
    }
    for (const path of ["deploy/prometheus.yml", "deploy/alerts.yml"])
      assert.ok(parseYaml<Yaml>(path));
    for (const name of parseYaml<Yaml>("deploy/prometheus.yml").rule_files) {
      assert.ok(existsSync(join("deploy", name)));
    }
  });

  it("name each image by one version", () => {
    const { services } = parseYaml<Yaml>("deploy/compose.yml");
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image);
    const images = [...Object.values(services).map(({ image }) => image), ...bases];
    assert.ok(images.length > 7);
    for (const image of images.filter((one) => one !== "kanaat"))
      assert.match(
        image,
        /^docker\.io\/\S+:(\d+\.\d+(\.\d+)?(-trixie(-slim)?)?|trixie-\d{8}-slim)$/,
      );
  });

  it("read secrets from a folder that only its owner can enter", (t) => {
    const block = /```sh\n(install -d [^`]*?deploy\/secrets\n[^`]*?)docker compose/;
    const [, commands = ""] = block.exec(read("deploy/README.md")) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "kanaat-compose-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const script = `umask 022; mkdir deploy; set -e; ${commands}`;
    assert.equal(spawnSync("sh", ["-c", script], { cwd: folder }).status, 0);
    assert.equal(statSync(join(folder, "deploy/secrets")).mode & 0o777, 0o700);
    const { secrets } = parseYaml<Yaml>("deploy/compose.yml");
    for (const { file } of Object.values(secrets)) {
      assert.ok(statSync(join(folder, "deploy", file)).size > 0, file);
    }
  });

  it("name only settings that exist", () => {
    const known = new Set(read("server/config/config.ts").match(/\b[A-Z][A-Z0-9_]{3,}\b/g));
    const { environment } = parseYaml<Yaml>("deploy/compose.yml").services.web1;
    for (const name of Object.keys(environment)) {
      assert.ok(known.has(name.replace(/_FILE$/, "")) || /^S3_/.test(name), name);
    }
  });

  it("use metrics that exist and that the documents explain", () => {
    const sources = globSync("server/**/*.ts").map(read).join("");
    const names = new Set(
      [...sources.matchAll(/name: "(kanaat_\w+)"/g)].map(([, name = ""]) => name),
    );
    const rules = parseYaml<Yaml>("deploy/alerts.yml").groups.flatMap(
      (group: { rules: { expr: string }[] }) => group.rules,
    );
    const { panels } = JSON.parse(read("deploy/grafana.json"));
    const asked = [
      ...rules.map(({ expr }: { expr: string }) => expr),
      ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
        targets.map(({ expr }) => expr),
      ),
    ].join("\n");
    for (const [name] of asked.matchAll(/\bkanaat_\w+/g)) {
      assert.ok(names.has(name.replace(/_(count|bucket|sum)$/, "")), name);
    }
    const explained = read("docs/operations.md");
    for (const name of names) {
      const [, family = "", rest = ""] = /^(kanaat_[a-z]+_[a-z]+)(_\w+)?$/.exec(name) ?? [];
      assert.ok(
        explained.includes(name) ||
          (explained.includes(family) && explained.includes(`\`${rest}\``)),
        name,
      );
    }
  });

  it("have an alert for what would go unnoticed (R343)", () => {
    const exprs = parseYaml<Yaml>("deploy/alerts.yml")
      .groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
      .join("\n");
    for (const name of [
      "job_failures_total",
      "job_last_success_timestamp_seconds",
      "runs_jobs",
      "image_store_up",
      "disk_free_bytes",
      "pictures_refused_total",
      "seals_differing",
      "log_lines_total",
      "backup_last_success_timestamp_seconds",
      "backup_check_last_success_timestamp_seconds",
      "clock_jump_seconds",
    ]) {
      assert.ok(exprs.includes(`kanaat_${name}`), name);
    }
    assert.deepEqual(
      [...exprs.matchAll(/\bkanaat_job_\w+.*\bby \((job|instance)\)/g)],
      [],
      "a job runs on one of several servers",
    );
  });

  it("say in the unit what keeps the server to itself", () => {
    for (const line of [
      "DynamicUser=yes",
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
    ]) {
      assert.match(unit, new RegExp(`^${line}$`, "m"));
    }
    assert.match(unit, /^MemoryMax=/m);
    assert.match(unit, /LoadCredential=/);
  });
});

/** Where Debian's package "prometheus" installs it. */
const promtool = ["/usr/bin/promtool", "/usr/local/bin/promtool"].find((path) => existsSync(path));

if (promtool) {
  it("Prometheus fires the alerts when they should, and no others", () => {
    const args = ["test", "rules", "deploy/alerts.test.yml"];
    const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
  });
}

/** Where it is installed; the configuration is tested unchanged, except for its addresses. */
const haproxy = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((path) => existsSync(path));

if (haproxy) {
  describe("HAProxy", () => {
    const folder = mkdtempSync(join(tmpdir(), "kanaat-haproxy-"));
    after(() => rmSync(folder, { recursive: true }));

    it("accepts the file", () => {
      const { status, stderr } = spawnSync(haproxy, ["-c", "-f", "deploy/haproxy.cfg"], {
        encoding: "utf8",
      });
      assert.equal(status, 0, stderr);
    });

    it("accepts the file that compose makes of it, and finds a container that is recreated", async (t) => {
      const port = await freePort();
      const [first, second] = [standIn("1"), standIn("2")];
      t.after(() => [first, second].forEach((one) => void one.close()));
      // Each stands for a container: the same name and port, at a different address.
      await Promise.all([first.listen("127.0.0.2", port), second.listen("127.0.0.3", port)]);
      const dns = await nameServer("127.0.0.2");
      t.after(() => dns.close());
      const own = await freePort();
      const [file, made] = ["of-compose", "made"].map((name) => join(folder, name));
      const shipped = read("deploy/haproxy.cfg")
        .replace("bind :80", `bind 127.0.0.1:${own}`)
        .replace("maxconn 20000", "maxconn 1000")
        .replace("127.0.0.1:8404", `127.0.0.1:${await freePort()}`);
      writeFileSync(file ?? "", shipped);
      const [command = ""] = parseYaml<Yaml>("deploy/compose.yml").services.proxy.command;
      const script = command
        .replace("/etc/kanaat/haproxy.cfg", file ?? "")
        .replaceAll("/tmp/haproxy.cfg", made ?? "")
        .replace("127.0.0.11:53", `127.0.0.1:${dns.port}`)
        .replace("web\\2:3000", `web\\2:${port}`);
      const checked = spawnSync("sh", ["-c", script.replace("haproxy -W -db", `${haproxy} -c`)]);
      assert.equal(checked.status, 0, String(checked.stderr));
      assert.equal(read(made ?? "").match(/ web\d:\d+ resolvers docker /g)?.length, 6);
      const process = spawn(haproxy, ["-db", "-f", made ?? ""], { stdio: "ignore" });
      t.after(() => end(process));
      const answeredBy = async (name: string) => {
        for (; ; await sleep(50)) {
          assert.equal(process.exitCode, null, "HAProxy ended");
          const answer = await fetch(`http://127.0.0.1:${own}/`).catch(() => undefined);
          if (answer?.ok && (await answer.json()).by === name) return;
        }
      };
      await answeredBy("1");
      first.close();
      dns.address = "127.0.0.3";
      await answeredBy("2");
    });

    it("sends a visitor's requests to one server, and none to servers that stop or lose their database (R337)", async (t) => {
      const servers = ["1", "2", "3"].map((name) => standIn(name));
      await Promise.all(servers.map((server) => server.listen("127.0.0.1", 0)));
      const port = await freePort();
      let file = read("deploy/haproxy.cfg").replace("bind :80", `bind 127.0.0.1:${port}`);
      // No more open files than a shell allows.
      file = file.replace("maxconn 20000", "maxconn 1000");
      file = file.replace("127.0.0.1:8404", `127.0.0.1:${await freePort()}`);
      for (const [i, server] of servers.entries()) {
        file = file.replaceAll(`10.0.0.1${i + 1}:3000`, `127.0.0.1:${server.port}`);
        t.after(() => server.close());
      }
      const path = join(folder, "haproxy.cfg");
      writeFileSync(path, file);
      const process = spawn(haproxy, ["-db", "-f", path], { stdio: "ignore" });
      t.after(() => end(process));
      const get = async (headers: Record<string, string> = {}) => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/cities`, { headers });
        if (!answer.ok) return { by: "HAProxy", headers: {} as Record<string, string> };
        return (await answer.json()) as { by: string; headers: Record<string, string> };
      };
      while ((await get().catch(() => undefined)) === undefined) {
        assert.equal(process.exitCode, null, "HAProxy ended");
        await sleep(50);
      }

      const false_ = {
        "x-forwarded-for": "6.6.6.6",
        forwarded: "for=6.6.6.6",
        "x-request-id": "mine",
      };
      const { headers } = await get(false_);
      assert.equal(headers["x-forwarded-for"], "127.0.0.1");
      assert.equal(headers.forwarded, undefined);
      assert.match(headers["x-request-id"] ?? "", /^[\da-f]{8}-[\da-f-]{27}$/);

      const callers = Array.from({ length: 30 }, (_, i) => ({ authorization: `Bearer ${i}` }));
      const ofAll = async () => (await Promise.all(callers.map(get))).map(({ by }) => by);
      // A busy machine may answer a check too late, so it is repeated.
      let before = await ofAll();
      while (new Set(before).size < 3 || `${await ofAll()}` !== `${before}`) {
        await sleep(50);
        before = await ofAll();
      }

      const [leaving] = servers;
      if (leaving) leaving.database = "unreachable";
      while ((await ofAll()).includes("1")) await sleep(50);
      for (const server of servers) server.database = "unreachable";
      while (new Set(await ofAll()).size < 3) await sleep(50);
      for (const server of servers) server.database = "ok";
      while (`${await ofAll()}` !== `${before}`) await sleep(50);

      if (leaving) leaving.isReady = false;
      while ((await ofAll()).includes("1")) await sleep(50);
      const stays = async () => {
        const left = await ofAll();
        return before.every((by, i) => by === "1" || left[i] === by);
      };
      while (!(await stays())) await sleep(50);

      const stream = await fetch(`http://127.0.0.1:${port}/api/auth/account/notifications/stream`);
      const reader = stream.body?.getReader();
      // Nothing more is sent until this is read: a proxy that buffers would never pass it on.
      const { value } = (await reader?.read()) ?? {};
      assert.equal(new TextDecoder().decode(value), "event: unread\ndata: 1\n\n");
      await reader?.cancel();
    });
  });
}

/** A server that answers with its name and the headers it received. */
function standIn(name: string) {
  const state = {
    isReady: true,
    database: "ok",
    port: 0,
    close: () => void server.close().closeAllConnections(),
  };
  const server = createServer((request: IncomingMessage, response) => {
    if (request.url === "/readyz") {
      const { isReady, database } = state;
      const answer = JSON.stringify({ status: "ready", database });
      return void response.writeHead(isReady ? 200 : 503).end(isReady ? answer : "");
    }
    if (request.url?.endsWith("/stream")) {
      return void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write("event: unread\ndata: 1\n\n");
    }
    response.end(JSON.stringify({ by: name, headers: request.headers }));
  });
  const listen = async (host: string, port: number) => {
    await once(server.listen(port, host), "listening");
    state.port = (server.address() as { port: number }).port;
  };
  return Object.assign(state, { listen });
}

/** A DNS server that knows every name, at one address. */
async function nameServer(address: string) {
  const socket = createSocket("udp4");
  const state = { address, port: 0, close: () => void socket.close() };
  socket.on("message", (question, from) => {
    // Repeats the question as an answer, without the client's additional records.
    const name = question.indexOf(0, 12) + 5;
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    // A pointer to the name, type A, class IN, a TTL of one second, four bytes.
    const record = [
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      4,
      ...state.address.split(".").map(Number),
    ];
    const isA = question[name - 3] === 1;
    if (!isA) header[7] = 0;
    const answer = Buffer.concat([
      header,
      question.subarray(12, name),
      Buffer.from(isA ? record : []),
    ]);
    socket.send(answer, from.port, from.address);
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  state.port = socket.address().port;
  return state;
}

async function end(process: ChildProcess): Promise<void> {
  process.kill("SIGKILL");
  if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
}

/** The files that these import, directly or indirectly. */
function reachedFrom(entries: string[]): Set<string> {
  const reached = new Set<string>();
  const next = [...entries];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, fixed, loaded] of read(file).matchAll(
      /^(?:import|export)\s(?!type\s)[^"';]*?"([^"]+)"|\bimport\("([^"]+)"\)/gms,
    )) {
      const name = fixed ?? loaded ?? "";
      if (name.startsWith("#")) next.push(name.slice(1));
      else if (name.startsWith(".")) next.push(join(dirname(file), name));
    }
    for (const path of [...next]) {
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) next.splice(next.indexOf(path), 1);
    }
  }
  return reached;
}

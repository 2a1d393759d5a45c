// A decoder that tries, instead of decoding, what no decoder may do. The arguments are a file in
// its own folder, a file elsewhere, a port and a socket's path. Prints by name how each act ended.

import { execFileSync, fork, spawn } from "node:child_process";
import cluster from "node:cluster";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import {
  accessSync,
  chmodSync,
  createWriteStream,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open, readFile, realpath, writeFile } from "node:fs/promises";
import { open as openInspector } from "node:inspector";
import { connect, createServer } from "node:net";
import { writeHeapSnapshot } from "node:v8";
import { WASI } from "node:wasi";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import "../images/decoder-process.ts";

const [, , own = "", secret = "", port = "", socket = ""] = process.argv;
const made = `${own}-made`;
const picture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "#000000" } });
const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };

/** Synchronous or not; an event emitter fails by its `error` event. */
const ACTS: Record<string, () => unknown> = {
  "read its own picture": () => readFileSync(own),
  "read another file": () => readFileSync(secret),
  "read another file later": () => readFile(secret),
  "open another file": () => open(secret),
  "look at another file": () => statSync(secret),
  "look whether another file is there": () => accessSync(secret),
  "find another file": () => realpath(secret),
  "list the folders of the system": () => readdirSync("/"),
  "read the environment of its parent": () => readFileSync(`/proc/${process.ppid}/environ`),
  "load another environment": () => process.loadEnvFile(secret),
  "read a source": () => readFileSync(import.meta.filename),
  "load a source": () => import("../main.ts"),
  "write over its picture": () => writeFileSync(own, "x"),
  "write a new file": () => writeFile(made, "x"),
  "stream into a new file": () => once(createWriteStream(made), "open"),
  "make a folder": () => mkdirSync(made),
  "rename its picture": () => renameSync(own, made),
  "link its picture": () => linkSync(own, made),
  "link another file": () => symlinkSync(secret, made),
  "open its picture to others": () => chmodSync(own, 0o777),
  "delete its picture": () => rmSync(own),
  "write a report": () => process.report.writeReport(made),
  "write its memory": () => writeHeapSnapshot(made),
  "write a database": async () => new (await import("node:sqlite")).DatabaseSync(made),
  "write a picture": () => picture().png().toFile(made),
  "write a picture in another format": () => picture().toFile(`${made}.tiff`),
  "start a program": () => once(spawn("true"), "spawn"),
  "run a program": () => execFileSync("true"),
  "become a program": () => process.execve?.("/bin/true", ["true"], {}),
  "start a server": () => once(cluster.fork(), "online"),
  "start another decoder": () => once(fork(import.meta.filename), "spawn"),
  "start a thread": () => once(new Worker("", { eval: true }), "online"),
  "run a program of WebAssembly": () => new WASI({ version: "preview1" }),
  "be debugged": () => openInspector(0),
  "load machine code": () => {
    const library = sharedObjects.find((path) => path.endsWith(".node"));
    process.dlopen({ exports: {} }, library ?? "");
  },
  "connect to a port": () => once(connect(Number(port), "127.0.0.1"), "connect"),
  "connect to a socket": () => once(connect(socket), "connect"),
  "listen on a port": () => once(createServer().listen(0), "listening"),
  "call a server": () => fetch(`http://127.0.0.1:${port}`),
  "send a datagram": () =>
    new Promise((resolve, reject) => {
      const sender = createSocket("udp4").on("error", reject);
      sender.send("x", Number(port), "127.0.0.1", (error) => (error ? reject(error) : resolve(0)));
    }),
  "look a name up": () => lookup("example.com"),
};

const outcomes: Record<string, string> = {};
for (const [name, act] of Object.entries(ACTS)) {
  try {
    await act();
    outcomes[name] = "done";
  } catch (error) {
    const { code, cause } = error as NodeJS.ErrnoException;
    outcomes[name] = code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? String(error);
  }
}
process.stdout.write(JSON.stringify(outcomes), () => process.kill(process.pid, "SIGKILL"));

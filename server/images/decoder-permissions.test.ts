import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { it } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { decodersOf } from "#server/testing/decoders-of.ts";
import { renderImage } from "./render.ts";

const PROBE = resolve(import.meta.dirname, "../testing/decoder-probe.ts");
const isLinux = { skip: process.platform !== "linux" };

it(
  "lets a decoder read its own picture and do nothing else outside of its process (R430)",
  isLinux,
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "kanaat-permissions-"));
    t.after(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, "uploads"));
    const [own, secret] = [join(folder, "uploads", "own"), join(folder, "kanaat.secret")];
    const black = { width: 30, height: 30, channels: 3, background: "#000000" } as const;
    await writeFile(own, await sharp({ create: black }).png().toBuffer());
    await writeFile(secret, "secret");
    const listening = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    const local = createServer((socket) => socket.end()).listen(join(folder, "socket"));
    t.after(() => [listening, local].map((server) => server.close()));
    await Promise.all([once(listening, "listening"), once(local, "listening")]);

    await renderImage(own, { preview: false, caller: "a" });
    const [pid] = decodersOf(process.pid);
    const [node = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const flags = args.filter((arg) => arg.startsWith("--"));
    const { port } = listening.address() as AddressInfo;
    const probe = promisify(execFile)(
      node,
      [...flags, PROBE, own, secret, String(port), join(folder, "socket")],
      { env: {} },
    );
    // It ends itself, since some acts would keep it alive.
    const { stdout } = await probe.catch((error: { stdout: string }) => error);
    const outcomes: Record<string, string> = JSON.parse(stdout);
    assert.ok(Object.keys(outcomes).length > 30);
    const refused = Object.keys(outcomes).map((name) => [name, "ERR_ACCESS_DENIED"]);
    assert.deepEqual(outcomes, {
      ...Object.fromEntries(refused),
      "read its own picture": "done",
      "write a database": "ERR_UNKNOWN_BUILTIN_MODULE",
      "write a picture": "Error: pngsave: operation is blocked",
      "write a picture in another format": "Error: tiffsave: operation is blocked",
    });
    assert.deepEqual(await readdir(join(folder, "uploads")), ["own"]);
  },
);

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { decodersOf } from "#server/testing/decoders-of.ts";
import { withEmptyScans } from "#testing/picture-parts.ts";
import { decode } from "./decoders.ts";
import { renderImage } from "./render.ts";
import { processorMs } from "./stuck-decoder.ts";

const folder = await mkdtemp(join(tmpdir(), "kanaat-decoder-"));
after(() => rm(folder, { recursive: true }));

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });

/** Costs a third of the processor time that a picture may, so that slower machines accept it too. */
const dearPicture = () => blank(4000, 4000).png({ progressive: true }).toBuffer();

let files = 0;
async function render(bytes: Uint8Array, caller = "a"): Promise<string[]> {
  const file = join(folder, String(files++));
  await writeFile(file, bytes);
  const { files: rendered } = await renderImage(file, { preview: false, caller });
  const sizes = rendered.map(({ bytes }) => sharp(bytes).metadata());
  return (await Promise.all(sizes)).map(({ width, height }) => `${width} × ${height}`);
}

/** A picture whose file is a pipe: decoders wait for its bytes until `begun` has resolved. */
function unanswered({ signal }: TestContext) {
  const file = join(folder, String(files++));
  execFileSync("mkfifo", [file]);
  const pieces = [{ start: 0, end: Number.POSITIVE_INFINITY }];
  /** Resolves to the decoders, stopped if `stopped`, and the open pipe. */
  async function begun({ stopped = false } = {}): Promise<{ pids: number[]; pipe: number }> {
    for (; ; await sleep(5)) {
      signal.throwIfAborted();
      const pids = decodersOf(process.pid);
      const send = (name: NodeJS.Signals) => pids.forEach((pid) => void process.kill(pid, name));
      if (stopped) send("SIGSTOP");
      try {
        // Without O_NONBLOCK it would block a thread forever where there is no reader.
        return { pids, pipe: openSync(file, constants.O_WRONLY | constants.O_NONBLOCK) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw error;
        if (stopped) send("SIGCONT");
      }
    }
  }
  return { job: { source: { file, pieces }, preview: false }, begun };
}

const isLinux = { skip: process.platform !== "linux" };

describe("the decoder", () => {
  it("accepts what cameras make, and refuses endless scans (R221)", async () => {
    const progressive = await blank(5000, 5000).jpeg({ progressive: true }).toBuffer();
    assert.equal((await render(progressive))[3], "1280 × 1280");
    const computed = () =>
      decodersOf(process.pid).reduce((sum, pid) => sum + (processorMs(pid) ?? 0), 0);
    const before = computed();
    await assert.rejects(render(withEmptyScans(progressive, 95)), { code: "image_too_large" });
    // Refused before decoding, which takes seconds; a decoder's timers take some ticks.
    assert.ok(computed() - before < 500);
  });

  it("stores no picture higher than 5,000 pixels (R222)", async () => {
    const tall = await blank(96, 16_000).png().toBuffer();
    assert.deepEqual(new Set(await render(tall)), new Set(["30 × 5000"]));
  });

  it("is replaced when it is killed (R222)", isLinux, async () => {
    const picture = await blank(3000, 3000).png().toBuffer();
    await render(picture);
    for (const wait of [0, 30]) {
      const rendering = wait > 0 ? render(picture) : undefined;
      await sleep(wait);
      for (const pid of decodersOf(process.pid)) process.kill(pid, "SIGKILL");
      assert.equal((await (rendering ?? render(picture))).length, 4);
    }
  });

  it("ends when no picture has come for some time", isLinux, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await render(await blank(30, 30).png().toBuffer());
    const [decoder] = decodersOf(process.pid);
    t.mock.timers.tick(3000);
    t.mock.timers.reset();
    assert.ok(decoder);
    while (existsSync(`/proc/${decoder}`)) await sleep(20);
    assert.deepEqual(decodersOf(process.pid), []);
  });

  it("is killed when a picture takes too much time or memory (R222)", async () => {
    // Costs the memory long before the time, also on a slower machine.
    const unpacked = { progressive: true, chromaSubsampling: "4:4:4" };
    const bombs = {
      "too long": withEmptyScans(
        await blank(6300, 6300).jpeg({ progressive: true }).toBuffer(),
        6000,
      ),
      "too much memory": await blank(6300, 6300).jpeg(unpacked).toBuffer(),
    };
    const pieces = [{ start: 0, end: Number.POSITIVE_INFINITY }];
    for (const [cause, bytes] of Object.entries(bombs)) {
      const file = join(folder, cause);
      await writeFile(file, bytes);
      const refused = decode({ source: { file, pieces }, preview: false });
      await assert.rejects(refused, { code: "image_too_large", cause });
    }
  });

  it(
    "is waited for where it gets little processor time, and given up where it gets none (R354)",
    isLinux,
    async (t) => {
      const picture = await blank(3000, 3000).png().toBuffer();
      await render(picture);
      const [pid = 0] = decodersOf(process.pid);
      t.mock.timers.enable({ apis: ["setInterval"] });
      let isDone = false;
      const rendering = render(picture).finally(() => {
        isDone = true;
      });
      // A fiftieth of a processor: one second passes for each 20 ms of processor time.
      for (let used = processorMs(pid) ?? 0; !isDone; await sleep(1)) {
        const now = processorMs(pid) ?? used;
        // Less than the limit: where this test is late, the decoder has worked in between.
        t.mock.timers.tick(Math.min(50 * (now - used), 5000));
        used = now;
      }
      assert.equal((await rendering).length, 4);
      process.kill(pid, "SIGSTOP");
      const starved = assert.rejects(render(picture), { code: "overloaded", status: 503 });
      // The file is read before it is decoded.
      for (; existsSync(`/proc/${pid}`); await sleep(1)) t.mock.timers.tick(250);
      await starved;
      assert.deepEqual(decodersOf(process.pid), []);
    },
  );

  it("is replaced where the disk never responds (R354)", isLinux, async (t) => {
    const { job, begun } = unanswered(t);
    t.mock.timers.enable({ apis: ["setInterval"] });
    const refused = assert.rejects(decode(job), { code: "overloaded" });
    const { pipe } = await begun();
    t.mock.timers.tick(20_000);
    await refused;
    closeSync(pipe);
  });

  it(
    "is not taken for a fault of the picture when the system kills it twice (R354)",
    isLinux,
    async (t) => {
      const { job, begun } = unanswered(t);
      const refused = assert.rejects(decode(job), { code: "overloaded" });
      for (let kills = 0; kills < 2; kills++) {
        // Stopped, so that none answers before it is killed.
        const { pids, pipe } = await begun({ stopped: true });
        for (const pid of pids) process.kill(pid, "SIGKILL");
        // Before the next decoder opens it.
        closeSync(pipe);
      }
      await refused;
    },
  );

  it("is done immediately beside many expensive ones of somebody else (R223)", async () => {
    const dear = await dearPicture();
    const small = await blank(800, 800).jpeg().toBuffer();
    const done: string[] = [];
    const all = Array.from({ length: 6 }, () => render(dear, "b").then(() => done.push("dear")));
    all.push(render(small, "c").then(() => done.push("small")));
    await Promise.all(all);
    assert.ok(done.indexOf("small") < 3, done.join());
  });

  it("ends with its server, even by kill -9 and under node --watch (R222)", isLinux, async () => {
    const file = join(folder, "last");
    await writeFile(file, await dearPicture());
    const source = `
      import { renderImage } from ${JSON.stringify(join(import.meta.dirname, "render.ts"))};
      const options = { preview: false, caller: "a" };
      await renderImage(${JSON.stringify(file)}, options);
      console.log("decoded");
      await renderImage(${JSON.stringify(file)}, options);`;
    const script = join(folder, "server.mjs");
    await writeFile(script, source);
    const server = spawn(process.execPath, [script], {
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(server.stdout, "data");
    const decoders = decodersOf(server.pid);
    assert.equal(decoders.length, 1);
    server.kill("SIGKILL");
    while (existsSync(`/proc/${decoders[0]}`)) await sleep(20);
  });
});

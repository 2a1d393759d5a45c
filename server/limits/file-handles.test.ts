import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { connectionsWithin, openFilesLimit } from "./file-handles.ts";

const isLinux = { skip: process.platform !== "linux" };

/** What `body` prints with at most 200 file handles: `take` uses them up, `release` frees some. */
async function withFewHandles(t: TestContext, imports: string, body: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-handles-"));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, "program.mjs");
  await writeFile(
    program,
    `import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
    import fastify from ${JSON.stringify(import.meta.resolve("fastify"))};
    import { handleErrors } from ${JSON.stringify(join(import.meta.dirname, "../http/routing/problem.ts"))};
    ${imports}
    const taken = [];
    const take = () => {
      try {
        for (;;) taken.push(openSync("/dev/null"));
      } catch {}
    };
    const release = (count) => taken.splice(0, count).forEach((handle) => closeSync(handle));
    const open = () => readdirSync("/proc/self/fd").length;
    ${body}`,
  );
  const child = spawn("sh", ["-c", 'ulimit -n 200; exec "$0" "$1"', process.execPath, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (await text(child.stdout)).trim().split("\n");
}

/** A server whose only call is \`work\`; its responses and logs are printed. */
const asked = (work: string, before = "") => `
  const stream = { write: (line) => console.log(JSON.parse(line).msg) };
  const app = fastify({ logger: { level: "warn", stream } });
  handleErrors(app, { fault: () => null });
  app.get("/", ${work});
  const ask = async () => console.log((await app.inject("/")).statusCode);
  await app.ready();
  ${before}
  take();
  release(1);
  await ask();
  release(20);
  const held = open();
  for (let i = 0; i < 10; i++) await ask();
  console.log("lost", open() - held);
  release(100);
  await ask();
  process.exit();`;

const MISSING =
  "not_ready: EMFILE: too many open files, open '/dev/null': too many open files: raise the limit (LimitNOFILE, ulimit -n) or lower MAX_CONNECTIONS";
const REFUSED_THEN_TAKEN = [...Array(11).fill([MISSING, "503"]).flat(), "lost 0", "200"];

describe("a process that may open no more files", () => {
  const local = (path: string) => JSON.stringify(join(import.meta.dirname, path));

  const drawTile = `async () => {
    const tile = { title: "Çay", color: 1, shape: "option" };
    return (await renderImage(tile, { preview: false, caller: "a" })).files.length;
  }`;
  const drawing = `import { renderImage } from ${local("../images/render.ts")};`;

  it("refuses pictures with 503, loses no handle, and accepts them again", isLinux, async (t) => {
    assert.deepEqual(await withFewHandles(t, drawing, asked(drawTile)), REFUSED_THEN_TAKEN);
  });

  it("refuses no picture for a decoder that ends while it starts", isLinux, async (t) => {
    const ending = `
      const asking = ask();
      const started = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, "utf8").trim();
      while (!started()) await new Promise(setImmediate);
      process.kill(Number(started()), "SIGKILL");
      await asking;`;
    const [why, status, ...rest] = await withFewHandles(t, drawing, asked(drawTile, ending));
    assert.match(why ?? "", /^not_ready: The process for pictures did not start \(SIGKILL\)/);
    assert.equal(status, "503");
    assert.deepEqual(rest, REFUSED_THEN_TAKEN);
  });

  it("refuses workbooks with 503, and makes them again", isLinux, async (t) => {
    const lines = await withFewHandles(
      t,
      `import { createReportFiles } from ${local("../features/report/report-files.ts")};
       const fileOf = createReportFiles();`,
      asked(`async () => {
        const bytes = Buffer.from('{"options":[],"results":[],"breakdown":null}');
        const report = { survey: { id: 1 }, json: { bytes, etag: '"a"' } };
        return (await fileOf(report, "xlsx", true).make("a")).length;
      }`),
    );
    assert.deepEqual(lines, REFUSED_THEN_TAKEN);
  });
});

describe("connections within the limit of open files", () => {
  it("leave file handles for everything else", () => {
    assert.equal(connectionsWithin(20_000, 10_000), 10_000);
    assert.equal(connectionsWithin(4096, 10_000), 3896);
    assert.equal(connectionsWithin(256, 10_000), 128);
    assert.equal(connectionsWithin(Number.POSITIVE_INFINITY, 10_000), 10_000);
  });

  it("are those of the process", isLinux, async (t) => {
    const imports = `import { openFilesLimit } from ${JSON.stringify(join(import.meta.dirname, "file-handles.ts"))};`;
    assert.deepEqual(await withFewHandles(t, imports, "console.log(openFilesLimit());"), ["200"]);
    assert.ok(openFilesLimit() > 200);
  });
});

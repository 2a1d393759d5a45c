import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { readS3, type S3Settings } from "#server/config/image-settings.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { newImageId } from "../image-paths.ts";
import { copyImages } from "./copy-images.ts";
import { openDiskStore } from "./disk-store.ts";
import type { ImageStore } from "./image-store.ts";
import { openS3Store } from "./s3-store.ts";

async function newDisk(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), "kanaat-copies-"));
  t.after(() => rm(dataDir, { recursive: true }));
  return { dataDir, store: await openDiskStore({ dataDir, minFreeDiskBytes: 0 }) };
}

async function newBucket(t: TestContext) {
  const s3 = await S3Server.start();
  t.after(() => s3[Symbol.asyncDispose]());
  return { s3, store: await openS3Store(readS3(s3.env) as S3Settings) };
}

/** Puts images with some long files; returns their ids. */
async function fill(store: ImageStore, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newImageId);
  for (const [i, id] of ids.entries()) {
    const long = i % 10 === 0 ? 300_000 : 900;
    const sizes = { "1280.webp": long, "320.webp": 500, ...(i % 2 && { "og.jpg": 800 }) };
    const files = Object.entries(sizes).map(([name, size]) => ({ name, bytes: randomBytes(size) }));
    await store.put(id, files);
  }
  return ids;
}

/** What `npm run images` runs. */
function command(dataDir: string, s3: S3Server, ...args: string[]) {
  const env = { ...process.env, ...s3.env, DATA_DIR: dataDir };
  return { file: process.execPath, args: ["scripts/images.ts", ...args], options: { env } };
}

const sumIn = (output: string) => /checksum ([0-9a-f]{64})/.exec(output)?.[1];

describe("copying all images", () => {
  it("copies from disk to S3 and back, to the same contents by the same checksum (R278)", async (t) => {
    const [disk, bucket, other] = [await newDisk(t), await newBucket(t), await newDisk(t)];
    const ids = await fill(disk.store, 40);
    await disk.store.setOwner("ours");
    const shares: number[] = [];
    const there = await copyImages(disk.store, bucket.store, (share) => shares.push(share));
    assert.deepEqual([there.images, there.copied, there.files], [40, 40, 100]);
    assert.equal(shares.at(-1), 1);
    const back = await copyImages(bucket.store, other.store);
    assert.deepEqual(back, there);
    assert.equal(await other.store.owner(), "ours");
    const again = await copyImages(other.store, bucket.store);
    assert.deepEqual(again, { ...there, copied: 0 });
    await bucket.store.delete(ids[0] ?? "");
    const mended = await copyImages(disk.store, bucket.store);
    assert.deepEqual(mended, { ...there, copied: 1 });
  });

  it("replaces what is cut off or damaged there, and leaves what else is there (R278)", async (t) => {
    const [disk, bucket] = [await newDisk(t), await newBucket(t)];
    const [whole = "", damaged = "", partial = ""] = await fill(disk.store, 3);
    const { checksum } = await copyImages(disk.store, bucket.store);
    const [more] = await fill(bucket.store, 1);
    const path = (id: string, name: string) =>
      bucket.s3.pathOf(`images/${id.slice(0, 2)}/${id}/${name}._S3rver_object`);
    await writeFile(path(damaged, "320.webp"), randomBytes(500));
    await rm(`${path(damaged, "320.webp")}.md5`);
    await rm(path(partial, "1280.webp"));
    const again = await copyImages(disk.store, bucket.store);
    assert.deepEqual([again.copied, again.checksum], [2, checksum]);
    assert.ok((await bucket.store.inventory(more ?? "")).size === 1 && whole);
  });

  it("compares contents where tags are no MD5s (R278)", async (t) => {
    const [disk, bucket, other] = [await newDisk(t), await newBucket(t), await newDisk(t)];
    await fill(disk.store, 5);
    const tagged: ImageStore = {
      ...bucket.store,
      inventory: async (prefix) => {
        const images = [...(await bucket.store.inventory(prefix))];
        const tag = "ab".repeat(16);
        return new Map(images.map(([id, files]) => [id, files.map((one) => ({ ...one, tag }))]));
      },
    };
    const there = await copyImages(disk.store, tagged);
    assert.deepEqual(await copyImages(disk.store, tagged), { ...there, copied: 0 });
    assert.deepEqual(await copyImages(tagged, other.store), there);
  });

  it("skips what is deleted meanwhile (R278)", async (t) => {
    const [disk, bucket] = [await newDisk(t), await newBucket(t)];
    const [gone = ""] = await fill(disk.store, 3);
    const vanishing: ImageStore = {
      ...disk.store,
      get: async (id, name) => (id === gone ? null : disk.store.get(id, name)),
    };
    assert.equal((await copyImages(vanishing, bucket.store)).images, 2);
  });

  it("is refused where another database's images are (R278)", async (t) => {
    const [disk, bucket] = [await newDisk(t), await newBucket(t)];
    await disk.store.setOwner("ours");
    await bucket.store.setOwner("theirs");
    await assert.rejects(copyImages(disk.store, bucket.store), /Another database's images/);
  });

  it("continues where a kill has cut it off, without copying twice (R278)", async (t) => {
    const [disk, bucket] = [await newDisk(t), await newBucket(t)];
    await fill(disk.store, 120);
    const first = command(disk.dataDir, bucket.s3, "copy", "disk", "s3");
    const killed = spawn(first.file, first.args, first.options);
    let puts = 0;
    bucket.s3.trouble = (method) => {
      if (method === "PUT" && ++puts === 150) killed.kill("SIGKILL");
      return undefined;
    };
    const [, signal] = await once(killed, "exit");
    assert.equal(signal, "SIGKILL");
    const before = puts;
    const { stdout } = await promisify(execFile)(first.file, first.args, first.options);
    assert.match(stdout, /disk → s3: 100 %\n120 pictures in 300 files \(\d+ MB\), \d+ of them new/);
    // Each of 300 files once, except those in progress at the kill.
    assert.ok(puts - before <= 300 - before + 8 * 3 + 1, `${puts}`);
    const back = command(disk.dataDir, bucket.s3, "copy", "s3", "disk");
    const { stdout: returned } = await promisify(execFile)(back.file, back.args, back.options);
    assert.match(returned, /, 0 of them new/);
    assert.equal(sumIn(returned), sumIn(stdout));
    assert.ok(sumIn(stdout));
  });
});

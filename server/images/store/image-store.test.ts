import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { DAY_MS, HOUR_S, MINUTE_MS } from "#contract/durations.ts";
import { readS3, type S3Settings } from "#server/config/image-settings.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { newImageId } from "../image-paths.ts";
import { openDiskStore } from "./disk-store.ts";
import type { ImageStore, StoredFile } from "./image-store.ts";
import { openS3Store } from "./s3-store.ts";

const folder = await mkdtemp(join(tmpdir(), "kanaat-images-"));
const s3 = await S3Server.start();
after(async () => {
  await rm(folder, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

/** A store, and the folder with its files. */
const stores: Record<string, [open: () => Promise<ImageStore>, root: string]> = {
  disk: [() => openDiskStore({ dataDir: folder, minFreeDiskBytes: 0 }), join(folder, "images")],
  S3: [() => openS3Store(readS3(s3.env) as S3Settings), s3.pathOf("images")],
};

const file = (name: string, bytes = 1000) => ({ name, bytes: randomBytes(bytes) });
const image = () => [file("320.webp"), file("1280.webp", 400_000), file("og.jpg")];
const idIn = (prefix: string) => prefix + newImageId().slice(2);
/** Not among those that are listed. */
const anyId = () => idIn("ff");
const NOW = { before: Date.now() + MINUTE_MS };

async function bytesOf(stored: StoredFile | null): Promise<Buffer> {
  assert.ok(stored);
  const bytes = Buffer.isBuffer(stored.content) ? stored.content : await buffer(stored.content);
  assert.equal(bytes.length, stored.bytes);
  return bytes;
}

for (const [name, [open, root]] of Object.entries(stores)) {
  describe(`images on ${name}`, () => {
    it("come back as they were put, long ones as streams (R274)", async () => {
      const [store, id, files] = [await open(), anyId(), image()];
      await store.put(id, files);
      for (const one of files) {
        assert.ok(one.bytes.equals(await bytesOf(await store.get(id, one.name))));
      }
      const long = await store.get(id, "1280.webp");
      assert.ok(long && !Buffer.isBuffer(long.content));
      long.content.destroy();
      assert.ok(Buffer.isBuffer((await store.get(id, "og.jpg"))?.content));
    });

    it("are null where there are none, and nothing is deleted then", async () => {
      const [store, id] = [await open(), anyId()];
      assert.equal(await store.get(id, "320.webp"), null);
      await store.put(id, [file("320.webp")]);
      assert.equal(await store.get(id, "640.webp"), null);
      await store.delete(anyId());
      assert.ok(await store.get(id, "320.webp"));
    });

    it("are deleted with all their files, which is counted (R274)", async () => {
      const [store, id] = [await open(), anyId()];
      await store.put(id, image());
      const before = store.deletions();
      await store.delete(id);
      assert.equal(store.deletions(), before + 1);
      for (const { name } of image()) assert.equal(await store.get(id, name), null);
      assert.equal((await store.inventory(id)).size, 0);
    });

    it("are listed by what their ids begin with and by age, a part of one too (R274)", async () => {
      const store = await open();
      const ids = Array.from({ length: 4 }, () => idIn("0a"));
      for (const id of ids) await store.put(id, image());
      await store.put(idIn("0b"), image());
      const [old = "", ...young] = ids;
      // As a crash leaves it.
      if (name === "S3") await rm(join(root, "0a", old, "1280.webp._S3rver_object"));
      const past = Date.now() / 1000 - 25 * HOUR_S;
      const lying = await readdir(join(root, "0a", old));
      for (const one of [".", ...lying]) await utimes(join(root, "0a", old, one), past, past);
      const listed = (before: number) => store.list({ prefix: "0a", before });
      assert.deepEqual((await listed(NOW.before)).sort(), ids.toSorted());
      assert.deepEqual(await listed(Date.now() - DAY_MS), [old]);
      assert.deepEqual(await store.list({ prefix: "0c", ...NOW }), []);
      assert.deepEqual([...(await store.inventory("0a")).keys()].sort(), [old, ...young].sort());
    });

    it("are known with their sizes, and with sums where the store has them", async () => {
      const [store, id, files] = [await open(), idIn("0d"), image()];
      await store.put(id, files);
      const facts = (await store.inventory("0d")).get(id) ?? [];
      const wanted = files.map(({ name: file, bytes }) => ({
        name: file,
        bytes: bytes.length,
        ...(name === "S3" && { tag: hash("md5", bytes) }),
      }));
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
      assert.deepEqual(facts.toSorted(byName), wanted.toSorted(byName));
      assert.deepEqual([...(await store.inventory(id)).keys()], [id]);
    });

    it("are gone when they were never finished", async () => {
      const [store, id] = [await open(), idIn("0e")];
      await mkdir(join(root, "0e", `${id}.new`), { recursive: true });
      await writeFile(join(root, "0e", `${id}.new`, "320.webp"), "x");
      await store.deleteUnfinished({ prefix: "0e", ...NOW });
      assert.deepEqual(await store.list({ prefix: "0e", ...NOW }), []);
      assert.equal((await store.inventory("0e")).size, 0);
    });

    it("name the installation that the store was marked with", async () => {
      const store = await open();
      assert.equal(await store.owner(), "");
      await store.setOwner("one");
      assert.equal(await (await open()).owner(), "one");
      await store.setOwner("");
      assert.equal(await store.owner(), "");
    });
  });
}

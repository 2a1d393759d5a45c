import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { decode as decodeAlways } from "#server/images/decoders.ts";
import { inspectPicture } from "#server/images/inspection/inspection.ts";
import { picture } from "#testing/pictures.ts";
import { PLAIN_PICTURE } from "#testing/plain-picture.ts";
import { decode } from "./decoded-once.ts";

test("tests get the plain picture as the product decodes it, and no other is kept", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-decoded-"));
  t.after(() => rm(folder, { recursive: true }));
  process.env.DECODED_PICTURES = join(folder, "decoded");
  await mkdir(process.env.DECODED_PICTURES);
  const jobOf = async (name: string, bytes: Uint8Array) => {
    const file = join(folder, name);
    await writeFile(file, bytes);
    return { source: { file, pieces: (await inspectPicture(file)).pieces } };
  };
  const plain = await jobOf("plain.png", PLAIN_PICTURE);
  const other = await jobOf("other.png", await (await picture()).bytes());
  for (const preview of [true, false]) {
    const expected = await decodeAlways({ ...plain, preview });
    assert.deepEqual(await decode({ ...plain, preview }), expected);
    assert.deepEqual(await decode({ ...plain, preview }), expected);
    assert.deepEqual(
      await decode({ ...other, preview }),
      await decodeAlways({ ...other, preview }),
    );
  }
  const kept = await readdir(process.env.DECODED_PICTURES);
  assert.deepEqual(kept.sort(), ["with-preview", "without-preview"]);
});

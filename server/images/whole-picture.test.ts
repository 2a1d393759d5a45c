import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import sharp from "sharp";
import { readS3, type S3Settings } from "#server/config/image-settings.ts";
import { testApp } from "#server/testing/test-app.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { newImageId } from "./image-paths.ts";

const s3 = await S3Server.start();
after(() => s3[Symbol.asyncDispose]());
const onDisk = await testApp({ after });
const onS3 = await testApp({ after }, { config: { s3: readS3(s3.env) as S3Settings } });

const noise = (edge: number) =>
  sharp({
    create: {
      ...{ width: edge, height: edge, channels: 3, background: "white" },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
const pictures = [
  { name: "320.webp", bytes: await noise(100).webp().toBuffer() },
  { name: "1280.webp", bytes: await noise(1000).webp({ quality: 95 }).toBuffer() },
  { name: "og.jpg", bytes: await noise(100).jpeg().toBuffer() },
];

for (const [name, kanaat, pathOf] of [
  ["the disk", onDisk, (key: string) => join(onDisk.config.dataDir, key)],
  [
    "S3",
    onS3,
    (key: string) => join(s3.pathOf(key), "..", `${key.split("/").at(-1)}._S3rver_object`),
  ],
] as const) {
  describe(`a picture that lies damaged on ${name}`, async () => {
    const listening = async () => {
      if (!kanaat.app.server.listening) await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
      return (kanaat.app.server.address() as AddressInfo).port;
    };

    async function put() {
      const id = newImageId();
      await kanaat.images.put(id, pictures);
      const folder = `images/${id.slice(0, 2)}/${id}`;
      const origin = `http://127.0.0.1:${await listening()}`;
      const get = async (file: string) => {
        const answer = await fetch(`${origin}/${folder}/${file}`);
        const bytes = await answer.arrayBuffer().then(Buffer.from, () => undefined);
        return { status: answer.status, cache: answer.headers.get("cache-control"), bytes };
      };
      return { get, fileOf: (file: string) => pathOf(`${folder}/${file}`) };
    }

    it("is served whole where it is whole (R328)", async () => {
      const { get } = await put();
      for (const { name: file, bytes } of pictures) {
        const answer = await get(file);
        assert.equal(answer.status, 200, file);
        assert.ok(answer.bytes?.equals(bytes), file);
      }
    });

    it("is never served as a whole one that may be kept (R328)", async () => {
      assert.ok((pictures[1]?.bytes.length ?? 0) > 300_000);
      for (const { name: file, bytes } of pictures) {
        for (const size of [0, 1, bytes.length - 1, Math.floor(bytes.length * 0.95)]) {
          const { get, fileOf } = await put();
          await truncate(fileOf(file), size);
          const answer = await get(file);
          const isKept = answer.status === 200 && answer.bytes !== undefined;
          assert.ok(!isKept, `${file} of ${size} bytes`);
          if (answer.status !== 200) assert.doesNotMatch(answer.cache ?? "", /immutable/);
        }
        const { get, fileOf } = await put();
        await writeFile(fileOf(file), "<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>");
        assert.equal((await get(file)).status, 503, file);
      }
    });
  });
}

describe("a bucket whose responses are cut off", () => {
  it("makes short pictures 503, and cuts off long ones (R328)", async (t) => {
    const { images, app } = onS3;
    const id = newImageId();
    await images.put(id, pictures);
    t.after(() => {
      s3.cutAfterBytes = undefined;
    });
    s3.cutAfterBytes = 200;
    await assert.rejects(images.get(id, "320.webp"), { code: "not_ready" });
    s3.cutAfterBytes = 100_000;
    const { port } = app.server.address() as AddressInfo;
    const long = await fetch(`http://127.0.0.1:${port}/images/${id.slice(0, 2)}/${id}/1280.webp`);
    await assert.rejects(long.arrayBuffer());
  });
});

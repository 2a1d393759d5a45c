import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cpSync } from "node:fs";
import { after, afterEach, describe, it } from "node:test";
import { readS3, type S3Settings } from "#server/config/image-settings.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { newImageId } from "../image-paths.ts";
import type { ImageStore } from "./image-store.ts";
import { openS3Store } from "./s3-store.ts";

const s3 = await S3Server.start();
after(() => s3[Symbol.asyncDispose]());
afterEach(() => {
  s3.trouble = undefined;
});

const settings = (env = {}) => readS3({ ...s3.env, ...env }) as S3Settings;
const files = () => [
  { name: "320.webp", bytes: randomBytes(1000) },
  { name: "1280.webp", bytes: randomBytes(1000) },
];

/** What the store has reported to its watcher. */
function told(store: ImageStore): string[] {
  const lines: string[] = [];
  store.watch?.(
    (why) => lines.push(why),
    () => lines.push("reached"),
  );
  return lines;
}

describe("a bucket", () => {
  it("is named by the environment, in the path or in the host", () => {
    const urls = [
      {},
      { S3_ADDRESSING: "host" },
      { S3_ENDPOINT: undefined, S3_REGION: "eu-central-1" },
    ];
    const endpoint = { S3_ENDPOINT: "https://s3.kanaat.example:9000/", S3_BUCKET: "resimler" };
    assert.deepEqual(
      urls.map((env) => settings({ ...endpoint, ...env }).bucketUrl),
      [
        "https://s3.kanaat.example:9000/resimler",
        "https://resimler.s3.kanaat.example:9000",
        "https://s3.eu-central-1.amazonaws.com/resimler",
      ],
    );
    assert.equal(readS3({}), undefined);
  });

  it("is refused by the name of what is wrong, and no secret is shown", () => {
    const wrong = {
      "S3_BUCKET=Resim_ler": { S3_BUCKET: "Resim_ler" },
      "S3_ENDPOINT=s3.kanaat.example": { S3_ENDPOINT: "s3.kanaat.example" },
      "S3_ENDPOINT=https://a.example/b": { S3_ENDPOINT: "https://a.example/b" },
      "S3_REGION=eu central": { S3_REGION: "eu central" },
      "S3_ADDRESSING=dns": { S3_ADDRESSING: "dns" },
      S3_ACCESS_KEY_ID: { S3_ACCESS_KEY_ID: undefined },
      S3_SECRET_ACCESS_KEY: { S3_SECRET_ACCESS_KEY: undefined },
      S3_ENDPOINT: { S3_BUCKET: undefined },
    };
    for (const [start, env] of Object.entries(wrong)) {
      const names = ({ message }: Error) =>
        message.startsWith(`${start} is wrong: `) && !message.includes("S3RVER");
      assert.throws(() => settings(env), names, start);
    }
  });

  it("that is missing or not accessible is refused", async () => {
    for (const [env, why] of [
      [
        { S3_SECRET_ACCESS_KEY: "wrong" },
        /S3_BUCKET=kanaat-test cannot be used: .+ \(403\): check S3_ACCESS_KEY_ID,/,
      ],
      [
        { S3_BUCKET: "elsewhere" },
        /S3_BUCKET=elsewhere cannot be used: NoSuchBucket \(404\): create the bucket that S3_BUCKET names$/,
      ],
    ] as const) {
      await assert.rejects(openS3Store(settings(env)), { message: why });
    }
  });

  it("may be away while the server starts", async () => {
    await s3.stop();
    const store = await openS3Store(settings());
    await s3.start();
    assert.equal(await store.get(newImageId(), "320.webp"), null);
  });
});

describe("a store that fails at times", () => {
  it("is asked again, without an error (R274)", async () => {
    const store = await openS3Store(settings());
    const lines = told(store);
    const failed = new Set<string>();
    s3.trouble = (method, path) => {
      if (failed.has(method + path)) return undefined;
      failed.add(method + path);
      return 503;
    };
    const id = newImageId();
    await store.put(id, files());
    assert.ok(await store.get(id, "320.webp"));
    await store.delete(id);
    assert.equal(await store.get(id, "320.webp"), null);
    assert.deepEqual(lines, []);
    assert.ok(failed.size >= 6);
  });

  it("stores an image whole or nothing of it: storage_full (R274)", async () => {
    const store = await openS3Store(settings());
    s3.trouble = (method, path) =>
      method === "PUT" && path.endsWith("1280.webp") ? 500 : undefined;
    const id = newImageId();
    await assert.rejects(store.put(id, files()), { code: "storage_full" });
    s3.trouble = undefined;
    assert.equal((await store.inventory(id)).size, 0);
    await store.put(id, files());
    assert.equal((await store.inventory(id)).get(id)?.length, 2);
  });

  it("is reported once, and when it is back: not_ready (R274)", async () => {
    const store = await openS3Store(settings());
    const lines = told(store);
    const id = newImageId();
    await store.put(id, files());
    await s3.stop();
    for (let i = 0; i < 3; i++) {
      await assert.rejects(store.get(id, "320.webp"), { code: "not_ready", isLogged: true });
    }
    await s3.start();
    assert.deepEqual(lines, ["S3 network error: ECONNREFUSED"]);
    assert.ok(await store.get(id, "320.webp"));
    assert.deepEqual(lines, ["S3 network error: ECONNREFUSED", "reached"]);
  });

  it("is not asked again for what it refuses, and shows no secret", async () => {
    const store = await openS3Store(settings());
    const lines = told(store);
    s3.trouble = () => 403;
    const before = s3.requests;
    await assert.rejects(store.get(newImageId(), "320.webp"), { code: "not_ready" });
    assert.equal(s3.requests, before + 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /403/);
  });

  it("that does not respond is abandoned (R274)", async (t) => {
    const store = await openS3Store(settings());
    const held = Promise.withResolvers<void>();
    s3.trouble = () => held.promise;
    t.after(() => held.resolve());
    const before = s3.requests;
    await assert.rejects(store.get(newImageId(), "320.webp"), { code: "not_ready" });
    assert.equal(s3.requests, before + 1);
  });

  it("lists more than fits in one response", async () => {
    const store = await openS3Store(settings());
    const ids = Array.from({ length: 251 }, () => `ee${newImageId().slice(2)}`);
    const pathOf = (id: string) => s3.pathOf(`images/ee/${id}`);
    const four = [...files(), ...files().map((file) => ({ ...file, name: `og-${file.name}` }))];
    const [first = "", ...others] = ids;
    await store.put(first, four);
    // Faster than a thousand requests.
    for (const id of others) cpSync(pathOf(first), pathOf(id), { recursive: true });
    const before = s3.requests;
    assert.equal((await store.inventory("ee")).size, 251);
    assert.equal(s3.requests, before + 2);
  });
});

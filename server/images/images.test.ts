import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { createSurvey, deleteSurvey, getSurvey } from "#contract/endpoints/surveys.ts";
import { ask } from "#server/testing/inject.ts";
import { processorTimeOf } from "#server/testing/processor-time.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { chunk } from "#testing/picture-parts.ts";

const kanaat = await testApp({ after });
const owner = await signUp(kanaat);

const send = (bytes: Uint8Array | string, name = "resim.png", type = "image/png") => {
  const image = new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, {
    type,
  });
  const body = { question: "Hangisi?", category_id: 1, image };
  return kanaat.call(createSurvey, { token: owner.token, body });
};

/** Returns the picture's path, and the parameters for calls about its survey. */
async function keepIn(bytes: Uint8Array) {
  const { status, text, body } = await send(bytes);
  assert.equal(status, 201, text);
  const survey = { token: owner.token, params: { id: body.item.id } };
  return { path: (await kanaat.call(getSurvey, survey)).body.item.image_path, survey };
}

const keep = async (bytes: Uint8Array): Promise<string> => (await keepIn(bytes)).path;

const get = (url: string, headers = {}) => ask(kanaat.app, { url, headers });
const beside = (path: string, file: string) => path.replace(/[^/]+$/, file);

async function refused(answer: ReturnType<typeof send>, code: string): Promise<void> {
  const { status, problem } = await answer;
  assert.deepEqual([status, problem.code], [422, code]);
}

/** Every file in a folder of the data folder. */
async function files(folder: string): Promise<string[]> {
  const entries = await readdir(join(kanaat.config.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });

const RGB = [8, 2, 0, 0, 0];
const INTERLACED_16_BIT_RGBA = [16, 6, 0, 0, 1];

/** A PNG with this size in its header and `rows` black rows in its body. */
function png(width: number, height: number, rows = height, kind = RGB): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * rows));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const parts = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND")];
  return Buffer.concat([signature, ...parts]);
}

describe("a stored picture", () => {
  it("is WebP in every width, never enlarged, and a JPEG for link previews (R87)", async () => {
    const path = await keep(await noise(900, 600).jpeg().toBuffer());
    assert.match(path, /^\/images\/([0-9a-f]{2})\/\1[0-9a-f]{30}\/1280\.webp$/);
    const sizes: unknown[] = [];
    for (const file of ["320.webp", "640.webp", "800.webp", "1280.webp", "og.jpg"]) {
      const { rawPayload, headers, statusCode } = await get(beside(path, file));
      const { format, width, height } = await sharp(rawPayload).metadata();
      sizes.push([statusCode, headers["content-type"], format, width, height]);
    }
    assert.deepEqual(sizes, [
      [200, "image/webp", "webp", 320, 213],
      [200, "image/webp", "webp", 640, 427],
      [200, "image/webp", "webp", 800, 533],
      [200, "image/webp", "webp", 900, 600],
      [200, "image/jpeg", "jpeg", 1200, 630],
    ]);
  });

  it("is served in its largest width where it was kept before there was the one asked for", async () => {
    const path = await keep(await noise(900, 600).jpeg().toBuffer());
    await rm(join(kanaat.config.dataDir, beside(path, "800.webp")));
    const { rawPayload, statusCode } = await get(beside(path, "800.webp"));
    const { width } = await sharp(rawPayload).metadata();
    assert.deepEqual([statusCode, width], [200, 900]);
  });

  it("is cached permanently, and served as a picture only (R3, R88)", async () => {
    const { headers } = await get(await keep(await blank(10, 10).png().toBuffer()));
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["x-content-type-options"], "nosniff");
  });

  it("is not sent again to a client that has it", async () => {
    const path = await keep(await blank(10, 10).png().toBuffer());
    const { headers } = await get(path);
    const again = await get(path, { "if-none-match": headers.etag });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    const other = await get(beside(path, "320.webp"), { "if-none-match": headers.etag });
    assert.equal(other.statusCode, 200);
  });

  it("is gone immediately with its survey, however often it was seen", async () => {
    const { path, survey } = await keepIn(await blank(10, 10).png().toBuffer());
    for (let i = 0; i < 3; i++) assert.equal((await get(path)).statusCode, 200);
    assert.equal((await kanaat.call(deleteSurvey, survey)).status, 204);
    assert.equal((await get(path)).statusCode, 404);
  });

  it("is upright and contains nothing about its camera, place or author (R87)", async () => {
    const camera = await noise(400, 200)
      .withExif({ IFD0: { Copyright: "KANARYA" }, IFD3: { GPSLatitude: "41/1 0/1 0/1" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">KANARYA</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok(camera.includes("KANARYA"));
    const path = await keep(camera);
    for (const file of ["1280.webp", "og.jpg"]) {
      const { rawPayload } = await get(beside(path, file));
      const { exif, xmp, iptc, icc, orientation } = await sharp(rawPayload).metadata();
      assert.deepEqual([exif, xmp, iptc, icc, orientation], Array(5).fill(undefined));
      assert.ok(!rawPayload.includes("KANARYA"));
    }
    const { width, height } = await sharp((await get(path)).rawPayload).metadata();
    assert.deepEqual([width, height], [200, 400]);
  });

  it("may come in grey, with sixteen bits, in print colours or with transparency", async () => {
    const clear = { width: 50, height: 50, channels: 4, background: "#0000" } as const;
    const sources = [
      await blank(50, 50).toColourspace("b-w").png().toBuffer(),
      await blank(50, 50).toColourspace("rgb16").png().toBuffer(),
      await blank(50, 50).toColourspace("cmyk").jpeg().toBuffer(),
      await sharp({ create: clear }).png().toBuffer(),
      await blank(1, 1).jpeg({ progressive: true }).toBuffer(),
    ];
    for (const source of sources) {
      const { rawPayload } = await get(await keep(source));
      const { space, channels } = await sharp(rawPayload).metadata();
      assert.deepEqual([space, channels], ["srgb", 3]);
    }
  });

  it("loses whatever was hidden behind or inside it (R87)", async () => {
    const script = "<script>alert('KANARYA')</script>";
    const jpeg = await noise(80, 80).jpeg().toBuffer();
    const image = await blank(80, 80).png().toBuffer();
    const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(script.length + 2)}`, "latin1");
    const polyglots = [
      Buffer.concat([jpeg, Buffer.from(script)]),
      Buffer.concat([jpeg.subarray(0, 2), comment, Buffer.from(script), jpeg.subarray(2)]),
      Buffer.concat([image, Buffer.from(`PK\x03\x04${script}`)]),
    ];
    for (const polyglot of polyglots) {
      const { rawPayload } = await get(await keep(polyglot));
      assert.ok(!rawPayload.includes("KANARYA"));
    }
  });
});

describe("an upload", () => {
  it("is refused when it is no JPEG or PNG, whatever it says it is (R85)", async () => {
    const others = {
      "svg.png": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      "html.jpg": "<!doctype html><script>alert(1)</script>",
      "pdf.png": "%PDF-1.7\n%âãÏÓ\n",
      "gif.png": await blank(9, 9).gif().toBuffer(),
      "webp.png": await blank(9, 9).webp().toBuffer(),
      "tiff.png": await blank(9, 9).tiff().toBuffer(),
      "short.png": new Uint8Array([0xff]),
      "start.png": "\x89PNG\r\n",
    };
    for (const [name, bytes] of Object.entries(others)) {
      const { status, problem } = await send(bytes, name);
      assert.deepEqual([name, status, problem.code], [name, 422, "image_format"]);
      assert.equal(problem.title, "Resim Format Hatası");
      assert.equal(problem.message, "Lütfen sadece JPG, JPEG veya PNG seçin!");
      assert.deepEqual(problem.fields, { image: "Lütfen sadece JPG, JPEG veya PNG seçin!" });
    }
  });

  it("is taken by its content, however it is named (R85)", async () => {
    const bytes = await blank(9, 9).jpeg().toBuffer();
    const names = [
      "../../../x.jpg",
      "a\r\nset-cookie: b=c.jpg",
      `${"u".repeat(10_000)}.jpg`,
      "a\0b",
    ];
    const before = (await files("images")).length;
    for (const name of names) {
      const { status } = await send(bytes, name, "text/html");
      assert.ok(status === 201 || status === 400, String(status));
    }
    assert.ok((await files("images")).length >= before + 4);
    const top = await readdir(kanaat.config.dataDir);
    assert.deepEqual(
      top.filter((name) => !/^(images|uploads|deletions|security-log|kanaat\..*)$/.test(name)),
      [],
    );
  });

  it("is refused before it is decoded when it has too many pixels (R86)", async () => {
    const usedMs = await processorTimeOf(async () => {
      await refused(send(png(20_000, 20_000, 10)), "image_too_large");
      await refused(send(png(16_001, 2, 2)), "image_too_large");
      await refused(send(png(6_400, 6_400, 10)), "image_too_large");
      await refused(send(png(6_300, 6_300, 10, INTERLACED_16_BIT_RGBA)), "image_too_large");
    });
    assert.ok(usedMs < 1000, `${usedMs} ms`);
  });

  it("is refused before it is decoded when it could only be held whole (R86)", async () => {
    const options = { progressive: true, chromaSubsampling: "4:4:4" };
    const small = await blank(8, 8).jpeg(options).toBuffer();
    const sizes = small.indexOf(Buffer.from("ffc2", "hex")) + 5;
    small.writeUInt16BE(6300, sizes);
    small.writeUInt16BE(6300, sizes + 2);
    await refused(send(small), "image_too_large");
  });

  it("is refused with little processor time when its header lies (R169)", async () => {
    const usedMs = await processorTimeOf(async () => {
      await refused(send(png(6_000, 6_000, 10)), "image_format");
      await refused(send(png(0, 0, 0)), "image_format");
    });
    assert.ok(usedMs < 2000, `${usedMs} ms`);
  });

  it("may be forty blank megapixels, many at the same time, without harm (R169)", async () => {
    const bomb = png(6_300, 6_300);
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(bomb)));
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
    assert.ok(process.memoryUsage.rss() - before < 300e6);
  });

  it("is accepted or refused, without a fault, when it is cut off or damaged (R169)", async () => {
    const sources = [
      await noise(40, 40).jpeg().toBuffer(),
      await noise(40, 40).jpeg({ progressive: true }).toBuffer(),
      await noise(40, 40).png().toBuffer(),
      await noise(40, 40).png({ progressive: true, palette: true }).toBuffer(),
    ];
    const damaged = sources.flatMap((source) =>
      Array.from({ length: 20 }, (_, i) => {
        if (i % 2) return source.subarray(0, Math.floor((source.length * i) / 20));
        const copy = Buffer.from(source);
        const place = (i * 7919) % copy.length;
        copy[place] = (copy[place] ?? 0) ^ (1 << (i % 8));
        return copy;
      }),
    );
    for (const bytes of damaged) {
      const { status } = await send(bytes);
      assert.ok(status === 201 || status === 422, String(status));
    }
    await refused(send(sources[0]?.subarray(0, 600) ?? ""), "image_format");
  });

  it("leaves nothing behind when it is refused (R170)", async () => {
    const before = await files("images");
    await refused(send(png(6_000, 6_000, 10)), "image_format");
    await refused(send("metin"), "image_format");
    assert.deepEqual(await files("images"), before);
    assert.deepEqual(await files("uploads"), []);
  });

  /** The beginning of an upload to a listening server, up to a picture's first byte. */
  const beginning = (token: string) =>
    [
      "POST /api/auth/surveys HTTP/1.1",
      "host: kanaat",
      `authorization: Bearer ${token}`,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 100000000",
      "",
      "--b",
      'content-disposition: form-data; name="image"; filename="a.png"',
      "",
      "",
    ].join("\r\n");

  it("leaves nothing behind when it is broken off (R170)", async (t) => {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as AddressInfo;
    const { token } = await signUp(own);
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, "127.0.0.1");
      socket.write(beginning(token) + "x".repeat(20_000));
      await sleep(5);
      socket.destroy();
    }
    const folder = join(own.config.dataDir, "uploads");
    while ((await readdir(folder)).length > 0) await sleep(20);
    assert.deepEqual(await readdir(folder), []);
    assert.equal((await own.call(getSurvey, { params: { id: 1 } })).status, 404);
  });

  it("leaves no connection behind when it was refused and the sender disconnects (R170)", async (t) => {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as AddressInfo;
    const { token } = await signUp(own);
    const connected = once(own.app.server, "connection");
    const sender = connect(port, "127.0.0.1");
    sender.write(beginning(token));
    const answer = once(sender, "data");
    for (let sent = 0; sent < 12; sent++) sender.write(Buffer.alloc(1024 * 1024));
    assert.match(String(await answer), /^HTTP\/1.1 413 /);
    const [socket] = await connected;
    const gone = once(socket, "close");
    sender.destroy();
    await gone;
  });

  it("is refused at ten megabytes: payload_too_large (R86)", async () => {
    const { status, problem } = await send(new Uint8Array(10 * 1024 * 1024 + 1));
    assert.deepEqual([status, problem.code], [413, "payload_too_large"]);
    assert.deepEqual(await files("uploads"), []);
  });
});

describe("the image address", () => {
  it("returns 404 for everything that is not a picture (R88)", async () => {
    const path = await keep(await blank(9, 9).png().toBuffer());
    const wrong = [
      beside(path, "100.webp"),
      beside(path, "1280.png"),
      beside(path, ""),
      beside(path, "..%2f1280.webp"),
      path.replace("/images/", "/images/../images/%2e%2e/"),
      "/images/..%2f..%2fkanaat.sqlite",
      "/images/%2e%2e/kanaat.sqlite/x",
      "/images/00/00000000000000000000000000000000/1280.webp",
      "/images/a/b/c",
      "/images/",
    ];
    for (const url of wrong) {
      const { statusCode, headers } = await get(url);
      assert.deepEqual([url, statusCode], [url, 404]);
      assert.match(String(headers["content-type"]), /^application\/problem\+json/);
    }
  });
});

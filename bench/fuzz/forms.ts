import sharp from "sharp";
import type { Random } from "#testing/random.ts";
import { HOSTILE_TEXTS, PICTURE } from "./values.ts";

const pictures = await Promise.all(
  (["png", "jpeg"] as const).map((format) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background: "#d4442e" } })
      .toFormat(format)
      .toBuffer(),
  ),
);
const NO_PICTURES = [
  Buffer.alloc(0),
  Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
  Buffer.from("GIF89a\u0001\u0000\u0001\u0000"),
  Buffer.from("%PDF-1.7"),
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  Buffer.alloc(50_000, 0x41),
];
const FILE_NAMES = ["a.png", "../../x", "a\u0000.png", "x".repeat(10_000), 'a";b="c', "ş.png", ""];

/** A form as a browser sends it, or with small deviations. */
export function encodeForm(value: unknown, random: Random): { type: string; body: Buffer } {
  const boundary = `----sinir${random.int(1e9)}`;
  const parts: Buffer[] = [];
  for (const [name, inner] of fieldsOf(value)) {
    const shown = random.chance(1) ? random.pick(HOSTILE_TEXTS) : name;
    parts.push(part(boundary, clean(shown), inner, random));
    if (random.chance(1)) parts.push(part(boundary, clean(shown), inner, random));
  }
  if (random.chance(2)) parts.push(...strange(boundary, random));
  if (!random.chance(2)) parts.push(Buffer.from(`--${boundary}--\r\n`));
  const said = random.chance(2) ? random.pick(["x", "", `${boundary}-`]) : boundary;
  return { type: `multipart/form-data; boundary=${said}`, body: Buffer.concat(parts) };
}

const clean = (name: string): string => name.replaceAll(/["\r\n]/g, "_").slice(0, 2000);

function part(boundary: string, name: string, value: unknown, random: Random): Buffer {
  const head = (more: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`);
  const end = Buffer.from("\r\n");
  if (value === PICTURE) {
    const bytes = random.chance(90) ? random.pick(pictures) : random.pick(NO_PICTURES);
    const fileName = random.chance(90) ? "a.png" : random.pick(FILE_NAMES);
    const type = random.pick(["image/png", "image/jpeg", "text/html", "x"]);
    return Buffer.concat([head(`; filename="${fileName}"\r\ncontent-type: ${type}`), bytes, end]);
  }
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return Buffer.concat([head(""), Buffer.from(text), end]);
}

/** Parts that no browser sends. */
function strange(boundary: string, random: Random): Buffer[] {
  const field = (name: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`);
  return random.pick([
    [Buffer.from(`--${boundary}\r\n\r\nx\r\n`)],
    [Buffer.from(`--${boundary}\r\ncontent-disposition: form-data\r\n\r\nx\r\n`)],
    [Buffer.from(`--${boundary}\r\n${"x".repeat(100_000)}\r\n\r\n`)],
    ["data[__proto__][x]", "data[0][__proto__]", "data[999999999][content]", "data"].map(field),
    Array.from({ length: 300 }, (_, i) => field(`a${i}`)),
    [field("x".repeat(5000))],
    [field("__proto__"), field("constructor")],
  ]);
}

/** Fields as the wire names them: `data[0][content]` (R48). */
function* fieldsOf(value: unknown, name = ""): Generator<[string, unknown]> {
  if (typeof value !== "object" || value === null || (name && !/^data/.test(name))) {
    yield [name, value];
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    yield* fieldsOf(inner, name ? `${name}[${key}]` : key);
  }
}

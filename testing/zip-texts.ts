import { inflateRawSync } from "node:zlib";

/** Returns the texts of the files in a zip archive by name, as its directory lists them. */
export function zipTexts(zip: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  let entry = zip.readUInt32LE(zip.lastIndexOf(Buffer.from("PK\x05\x06")) + 16);
  while (zip.readUInt32LE(entry) === 0x02014b50) {
    const [size, at] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 42)];
    const [nameLength = 0, ...others] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(entry + field),
    );
    const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const bytes = zip.subarray(from, from + size);
    const text = zip.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes);
    texts.set(zip.toString("utf8", entry + 46, entry + 46 + nameLength), text.toString());
    entry += 46 + others.reduce((sum, length) => sum + length, nameLength);
  }
  return texts;
}

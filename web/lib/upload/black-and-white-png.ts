const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Greyscale of one bit per pixel. */
const FORMAT = [1, 0, 0, 0, 0];

/** Encodes a square picture; `true` in `rows` is a dark square of `scale` by `scale` pixels. */
export async function blackAndWhitePng(
  rows: readonly (readonly boolean[])[],
  scale: number,
): Promise<Blob> {
  const side = rows.length * scale;
  const rowBytes = 1 + Math.ceil(side / 8);
  const pixels = new Uint8Array(rowBytes * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      const at = y * rowBytes + 1 + (x >> 3);
      if (!isDark) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk("IHDR", new Uint8Array([...fourBytes(side), ...fourBytes(side), ...FORMAT])),
    chunk("IDAT", await packed(pixels)),
    chunk("IEND", new Uint8Array()),
  ];
  return new Blob(parts, { type: "image/png" });
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = [...new TextEncoder().encode(type), ...content];
  return new Uint8Array([...fourBytes(content.length), ...body, ...fourBytes(checksum(body))]);
}

const fourBytes = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 0xff);

/** CRC-32 as PNG defines it. */
function checksum(bytes: readonly number[]): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

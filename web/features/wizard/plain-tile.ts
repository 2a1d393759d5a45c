/** The kinds of pixels from a tile's colour to that of its circles; those between smooth the edges. */
const STEPS = 4;
/** How much white the circles have. */
const WHITE = 0x14 / 255;

export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/**
 * A colour "#rrggbb" with paler circles as a PNG, made without a canvas: for browsers whose canvas
 * hands out something else. It has no letters, which only a canvas could draw.
 */
export async function plainTile(
  width: number,
  height: number,
  color: string,
  circles: readonly Circle[],
): Promise<Blob> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  // One byte a pixel, which says its place in the palette.
  header.setUint8(9, 3);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [
    signature,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", palette(color)),
    chunk("IDAT", await deflated(rows(width, height, circles))),
    chunk("IEND", new Uint8Array()),
  ];
  return new Blob(parts, { type: "image/png" });
}

function palette(color: string): Uint8Array {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => (WHITE * step) / STEPS);
  return Uint8Array.from(
    steps.flatMap((white) => channels.map((value) => Math.round(value + white * (255 - value)))),
  );
}

/** Each row begins with the kind of its filter: none. */
function rows(width: number, height: number, circles: readonly Circle[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = circles.map(
        (circle) => circle.radius - Math.hypot(x + 0.5 - circle.x, y + 0.5 - circle.y) + 0.5,
      );
      const share = Math.min(Math.max(0, ...inside), 1);
      bytes[y * (width + 1) + 1 + x] = Math.round(share * STEPS);
    }
  }
  return bytes;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

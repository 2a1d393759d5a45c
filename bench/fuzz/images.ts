import sharp from "sharp";
import { updateAccount } from "#contract/endpoints/account.ts";
import type { Api } from "#testing/api.ts";
import type { Person } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { inTurns } from "../faults/voting.ts";

/** Pictures of every kind that cameras and programs make, with visible content. */
async function wholePictures(): Promise<Buffer[]> {
  const [width, height] = [220, 160];
  const drawn = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <defs><linearGradient id="g"><stop stop-color="#d4442e"/><stop offset="1" stop-color="#1aa7a1"/>
        </linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
        <circle cx="80" cy="70" r="50" fill="#fff8" /><path d="M0 160 L220 0" stroke="#222"/></svg>`,
    ),
  );
  const noisy = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
  const exif = { IFD0: { Copyright: "kimse" }, IFD3: { GPSLatitudeRef: "N" } };
  return Promise.all([
    drawn.clone().jpeg().toBuffer(),
    drawn.clone().jpeg({ progressive: true, quality: 60 }).toBuffer(),
    drawn.clone().grayscale().jpeg().toBuffer(),
    drawn.clone().toColourspace("cmyk").jpeg().toBuffer(),
    drawn.clone().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    noisy.clone().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
    drawn.clone().png().toBuffer(),
    drawn.clone().png({ progressive: true }).toBuffer(),
    drawn.clone().png({ palette: true, colours: 16 }).toBuffer(),
    drawn.clone().toColourspace("rgb16").png().toBuffer(),
    drawn.clone().grayscale().png({ compressionLevel: 0 }).toBuffer(),
    noisy.clone().ensureAlpha(0.5).png().toBuffer(),
  ]);
}

/** Cut, with flipped bits, with holes, with pieces in the wrong place. */
function damage(picture: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(picture);
  const at = () => random.int(bytes.length);
  if (random.chance(30)) return bytes.subarray(0, at());
  if (random.chance(10)) return Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())]);
  if (random.chance(10)) bytes.fill(random.int(256), at(), at());
  const flips = 1 + random.int(20);
  // Half of them near the start, where the dimensions are.
  const near = random.chance(50) ? 200 : bytes.length;
  for (let i = 0; i < flips; i++) {
    const place = random.int(Math.min(near, bytes.length));
    bytes[place] = (bytes[place] ?? 0) ^ (1 << random.int(8));
  }
  return bytes;
}

/** Uploads damaged pictures; each must be kept or refused, without a fault. */
export async function fuzzImages(
  api: Api,
  person: Person,
  { images, seed }: { images: number; seed: number },
): Promise<string[]> {
  const whole = await wholePictures();
  const tally: Record<string, number> = {};
  const found: string[] = [];
  await inTurns(images, 6, async (i) => {
    const random = new Random(seed + i);
    // Undamaged ones go first, so that a refusal of them would be noticed.
    const sound = whole[i];
    const bytes = sound ?? damage(random.pick(whole), random);
    const image = new File([new Uint8Array(bytes)], "resim.png", { type: "image/png" });
    const { token } = person;
    const answer = await api.call(updateAccount, { token, body: { image } }).catch(() => null);
    const status = answer?.status ?? 0;
    tally[status] = (tally[status] ?? 0) + 1;
    const good = sound ? status === 200 : status === 200 || status === 422 || status === 413;
    if (!good) found.push(`picture ${i} of seed ${seed}: ${status} ${answer?.text ?? ""}`);
  });
  console.log(`${images} damaged pictures: ${JSON.stringify(tally)}`);
  return found;
}

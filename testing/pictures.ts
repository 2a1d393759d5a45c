import sharp from "sharp";

/** A small picture of one colour, as a file that a form can carry. */
export async function picture(
  color = "#d4442e",
  name = "resim.png",
  [width, height]: readonly [number, number] = [160, 120],
): Promise<File> {
  const png = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(png)], name, { type: "image/png" });
}

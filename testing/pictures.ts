import sharp from "sharp";

/** A small picture of one colour, as a file that a form can carry. */
export async function picture(color = "#d4442e", name = "resim.png"): Promise<File> {
  const [width, height, channels] = [640, 480, 3] as const;
  const png = await sharp({ create: { width, height, channels, background: color } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(png)], name, { type: "image/png" });
}

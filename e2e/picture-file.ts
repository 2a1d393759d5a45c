import { picture } from "#testing/pictures.ts";

/** A small picture of one colour, as Playwright hands files to a page. */
export async function pictureFile(color?: string, name?: string) {
  const file = await picture(color, name);
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

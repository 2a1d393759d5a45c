// Loaded before the product: a silent database is waited for, and a row is written whether or not
// its pictures could be kept.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/db/postgres/listen.ts",
  "export const listen = () => ({ close: async () => undefined });",
);
replaceModule(
  "server/images/store/with-stored-images.ts",
  `import { renderImage } from "#server/images/render.ts";
  import { imagePathOf, newImageId } from "#server/images/image-paths.ts";
  export async function withStoredImages({ images }, log, uploads, options, write) {
    const store = async ({ file }) => {
      const id = newImageId();
      await images.put(id, await renderImage(file, options)).catch(() => undefined);
      return imagePathOf(id);
    };
    return write(await Promise.all(uploads.map(store)));
  }
  export const deleteImages = async () => undefined;`,
);

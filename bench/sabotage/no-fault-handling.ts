// Loaded before the product: it waits for a database that does not respond, and writes a row even if
// its pictures could not be stored.
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
      const { files } = await renderImage(file, options);
      await images.put(id, files).catch(() => undefined);
      return imagePathOf(id);
    };
    return write(await Promise.all(uploads.map(store)));
  }
  export const deleteImages = async () => undefined;`,
);

// Loaded before the product: a silent database is waited for, and a row is written whether or not
// its pictures could be kept.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/db/postgres-listen.ts",
  "export const listen = () => ({ close: async () => undefined });",
);
replaceModule(
  "server/images/with-stored-images.ts",
  `export async function keepWith({ images }, log, pictures, options, write) {
    const keep = ({ file }) => images.keep(file, options).catch(() => "/images/00/lost/1280.webp");
    return write(await Promise.all(pictures.map(keep)));
  }
  export const discard = async () => undefined;`,
);

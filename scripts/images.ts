import { readConfig } from "#server/config/config.ts";
import { copyImages } from "#server/images/store/copy-images.ts";
import { openDiskStore } from "#server/images/store/disk-store.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { keepPrivate } from "#server/secret/private-files.ts";
import { runCommand } from "./command.ts";
import { progressBar } from "./progress-bar.ts";

const command = {
  call: "npm run images -- copy disk s3 | copy s3 disk",
  help: `Copies all pictures from the folder in DATA_DIR to the bucket that S3_BUCKET names, or back. Servers
may run meanwhile. Pictures that are there already are not copied again, so a run that was cut off is
continued by the next.`,
  storesPictures: true,
  accepts: (names: readonly string[]) => /^copy (disk s3|s3 disk)$/.test(names.join(" ")),
};

await runCommand(command, async ({ positionals }) => {
  const [, from, to] = positionals as ["copy", "disk" | "s3", "disk" | "s3"];
  const config = readConfig(process.env);
  if (!config.s3) throw new Error("There is no S3_BUCKET: set it and the other S3_… variables.");
  await keepPrivate(config.dataDir);
  const stores = { disk: await openDiskStore(config), s3: await openImageStore(config) };
  const { images, files, bytes, copied, checksum } = await copyImages(
    stores[from],
    stores[to],
    progressBar(`${from} → ${to}`),
  );
  console.log(
    `${images} pictures in ${files} files (${Math.ceil(bytes / 1e6)} MB), ${copied} of them new`,
  );
  console.log(`checksum ${checksum}`);
});

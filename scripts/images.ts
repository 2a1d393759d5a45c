// Copies all pictures from the folder in DATA_DIR to the bucket that S3_BUCKET names, or back:
//   npm run images -- copy disk s3
//   npm run images -- copy s3 disk
// Servers may run meanwhile. What is there already is not copied again, so that a run that was cut
// off is taken up by the next.
import { readConfig } from "#server/config.ts";
import { copyImages } from "#server/images/copy-images.ts";
import { openDiskStore } from "#server/images/disk-store.ts";
import { openImageStore } from "#server/images/open-store.ts";
import { keepPrivate } from "#server/private-files.ts";
import { progressBar } from "./progress-bar.ts";

const [command, from = "", to = ""] = process.argv.slice(2);
if (command !== "copy" || !["disk s3", "s3 disk"].includes(`${from} ${to}`)) {
  throw new Error("Say what to copy where: npm run images -- copy disk s3");
}
const config = readConfig(process.env);
if (!config.s3) throw new Error("Name the bucket by S3_BUCKET and what belongs to it.");
await keepPrivate(config.dataDir);
const stores = { disk: await openDiskStore(config), s3: await openImageStore(config) };
const { images, files, bytes, copied, checksum } = await copyImages(
  stores[from as "disk" | "s3"],
  stores[to as "disk" | "s3"],
  progressBar(`${from} → ${to}`),
);
console.log(
  `${images} pictures in ${files} files (${Math.ceil(bytes / 1e6)} MB), ${copied} of them new`,
);
console.log(`checksum ${checksum}`);

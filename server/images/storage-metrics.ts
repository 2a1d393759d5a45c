import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import { type Measure, measure } from "#server/telemetry/metrics.ts";
import { leastFree } from "./free-disk.ts";
import type { ImageStore } from "./store/image-store.ts";

/** Below the ten seconds that Prometheus waits for all metrics. */
const STORE_WAIT_MS = 4000;

/** Adds metrics: whether the image store answers, and how full the disk of `DATA_DIR` is. */
export function measureStorage({
  images,
  config,
  backgroundTasks,
}: Pick<JobContext, "config" | "backgroundTasks"> & { images: ImageStore }): void {
  const { dataDir, minFreeDiskBytes } = config;
  const all: Measure[] = [
    {
      name: "kanaat_image_store_up",
      help: "Whether the store of the pictures answers this server",
      kind: "gauge",
      read: async () => {
        const answers = images.ping().then(
          () => 1,
          () => 0,
        );
        return Promise.race([answers, sleep(STORE_WAIT_MS, 0, { ref: false })]);
      },
    },
    {
      name: "kanaat_disk_free_bytes",
      help: "What DATA_DIR's disk has left for this server",
      kind: "gauge",
      read: async () => {
        const { bavail, bsize } = await statfs(dataDir);
        return bavail * bsize;
      },
    },
    {
      name: "kanaat_disk_least_free_bytes",
      help: "With less left on DATA_DIR's disk pictures are refused",
      kind: "gauge",
      read: async () => leastFree(await statfs(dataDir), minFreeDiskBytes),
    },
  ];
  const ends = all.map(measure);
  backgroundTasks.signal.addEventListener("abort", () => {
    for (const end of ends) end();
  });
}

import { fileURLToPath } from "node:url";
import { createThread } from "#server/limits/one-thread.ts";
import type { Trial, Tried } from "./dictionary-scan.ts";

/** The dictionary takes some 100 MB while it is read. */
const HEAP_MB = 256;

/** `tryForms` in a thread, which ends soon afterwards. */
export const tryInThread = createThread<Trial, Tried[]>({
  filename: fileURLToPath(import.meta.resolve("./dictionary-scan.ts")),
  name: "tryForms",
  heapMb: HEAP_MB,
});

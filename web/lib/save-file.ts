import { MINUTE_MS } from "#contract/durations.ts";

/** Makes the browser save a file under a name, as a download link does. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}

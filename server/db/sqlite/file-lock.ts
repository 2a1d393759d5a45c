import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Locks a file until `close`; creates it where it is missing. The operating system releases the
 * lock with the process, so a crash leaves none behind. Returns undefined while another holder has
 * it.
 */
export function lockFile(path: string): { close(): void } | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    return { close: () => void (lock.isOpen && lock.close()) };
  } catch (error) {
    lock.close();
    if (Object(error).errcode !== SQLITE_BUSY) throw error;
    return undefined;
  }
}

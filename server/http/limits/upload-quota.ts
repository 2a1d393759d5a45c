import { IMAGE_MAX_BYTES, OPTION_COUNT } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** One form as large as they may be, or several that are not. */
const SENDER_MAX_BYTES = (OPTION_COUNT.max + 2) * IMAGE_MAX_BYTES;
const TOTAL_MAX_BYTES = 8 * SENDER_MAX_BYTES;

/** How many bytes of forms there are at once, from the first byte until the answer. */
export interface UploadQuota {
  /**
   * `sender` is an account, or a visitor's network. `giveUp` ends the form where it holds the most
   * and others have no room; it answers false for one that has arrived already.
   */
  open(sender: string, giveUp: () => boolean): Share;
}

interface Share {
  /** Throws 429 past what the sender may have, 503 past what all may have. */
  add(bytes: number): void;
  close(): void;
}

export function createUploadQuota(
  max = { sender: SENDER_MAX_BYTES, total: TOTAL_MAX_BYTES },
): UploadQuota {
  const shares = new Set<{ sender: string; held: number; giveUp: () => boolean }>();
  const heldBy = (sender?: string) =>
    [...shares]
      .filter((share) => sender === undefined || share.sender === sender)
      .reduce((sum, { held }) => sum + held, 0);

  return {
    open(sender, giveUp) {
      const own = { sender, held: 0, giveUp };
      shares.add(own);
      return {
        add(bytes) {
          own.held += bytes;
          if (heldBy(sender) > max.sender) throw new ApiError("too_many_requests");
          while (heldBy() > max.total) {
            const [most = own] = [...shares].sort((a, b) => b.held - a.held);
            if (most === own || !most.giveUp()) throw new ApiError("overloaded");
            shares.delete(most);
          }
        },
        close: () => void shares.delete(own),
      };
    },
  };
}

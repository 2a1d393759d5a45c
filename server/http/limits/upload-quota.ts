import { IMAGE_MAX_BYTES, OPTION_COUNT } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** One form of the largest size, or several smaller ones. */
const SENDER_MAX_BYTES = (OPTION_COUNT.max + 2) * IMAGE_MAX_BYTES;
const TOTAL_MAX_BYTES = 8 * SENDER_MAX_BYTES;

/** Limits the bytes of forms held at once, each from its first byte until its response. */
export interface UploadQuota {
  /**
   * `sender` is an account, or a visitor's network. `giveUp` is called on the form that holds the
   * most when others have no room: it ends the form, or returns false if that has arrived already.
   */
  open(sender: string, giveUp: () => boolean): Share;
}

interface Share {
  /** Throws 429 beyond the sender's limit, 503 beyond the limit of all. */
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

import { IMAGE_MAX_BYTES, OPTION_COUNT } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";

/** One form as large as they may be, or several that are not. */
const SENDER_MAX_BYTES = (OPTION_COUNT.max + 2) * IMAGE_MAX_BYTES;
const TOTAL_MAX_BYTES = 8 * SENDER_MAX_BYTES;

/** How many bytes of forms there are at once, from the first byte until the answer. */
export interface UploadQuota {
  /** `sender` is an account, or a visitor's network. */
  open(sender: string): {
    /** Throws 429 past what the sender may have, 503 past what all may have. */
    add(bytes: number): void;
    close(): void;
  };
}

export function createUploadQuota(max = { sender: SENDER_MAX_BYTES, total: TOTAL_MAX_BYTES }) {
  const bySender = new Map<string, number>();
  let total = 0;

  function change(sender: string, bytes: number): void {
    total += bytes;
    const own = (bySender.get(sender) ?? 0) + bytes;
    if (own > 0) bySender.set(sender, own);
    else bySender.delete(sender);
  }

  return {
    open(sender) {
      let held = 0;
      return {
        add(bytes) {
          if ((bySender.get(sender) ?? 0) + bytes > max.sender)
            throw new ApiError("too_many_requests");
          if (total + bytes > max.total) throw new ApiError("overloaded");
          held += bytes;
          change(sender, bytes);
        },
        close() {
          change(sender, -held);
          held = 0;
        },
      };
    },
  } satisfies UploadQuota as UploadQuota;
}

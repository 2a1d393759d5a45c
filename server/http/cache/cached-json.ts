import { createHash } from "node:crypto";
import type { ToJson } from "./answer-json.ts";
import { FOR_EVERYBODY } from "./cache-control.ts";
import { unpooled } from "./unpooled.ts";

/** A JSON response as bytes, with their ETag. `T` is the type of the body that they encode. */
export class CachedJson<T> {
  readonly bytes: Buffer;
  readonly etag: string;
  /** For visitors; signed-in callers always get `no-store`. */
  readonly cacheControl: string;
  /** Whether other requests may still get these bytes. */
  readonly isCurrent: () => boolean;

  constructor(
    body: T,
    isCurrent: () => boolean,
    cacheControl = FOR_EVERYBODY,
    toJson: ToJson = JSON.stringify,
  ) {
    this.bytes = unpooled(toJson(body));
    this.etag = `"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
    this.cacheControl = cacheControl;
    this.isCurrent = isCurrent;
  }
}

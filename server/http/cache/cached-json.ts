import { createHash } from "node:crypto";
import type { ToJson } from "./answer-json.ts";
import { FOR_EVERYBODY } from "./cache-control.ts";
import { unpooled } from "./unpooled.ts";

/** A JSON answer as bytes, with the ETag that names them. `T` is the type of what they say. */
export class CachedJson<T> {
  readonly bytes: Buffer;
  readonly etag: string;
  /** For visitors; signed-in callers always get `no-store`. */
  readonly cacheControl: string;
  /** Whether these bytes may still answer other requests. */
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

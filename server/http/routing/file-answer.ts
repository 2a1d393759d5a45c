import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { isNotModified } from "#server/http/cache/etag.ts";

/** An answer that browsers save as a file of this name. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Tells what is in it: the bytes of equal contents may differ, as zip archives do. */
  readonly contents: string;
  /** Whether everybody may have it, at this address and for now. */
  readonly isPublic: boolean;

  constructor({ name, type, bytes, contents, isPublic }: Omit<FileAnswer, "send">) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    this.contents = contents;
    this.isPublic = isPublic;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const digest = createHash("sha256").update(this.contents).digest("base64url");
    const etag = `W/"${digest.slice(0, 27)}"`;
    void reply
      .header("etag", etag)
      .header("vary", "authorization, origin")
      .header("cache-control", this.isPublic ? FOR_EVERYBODY : "no-store");
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    return reply
      .type(this.type)
      .header("content-disposition", `attachment; filename="${this.name}"`)
      .send(this.bytes);
  }
}

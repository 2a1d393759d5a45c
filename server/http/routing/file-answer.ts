import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { isNotModified } from "#server/http/cache/etag.ts";

/** A response that browsers save as a file of this name. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  /** Called with the account or network that waits, unless the client has the file already. */
  readonly make: (caller: string) => Promise<Buffer>;
  /** Identifies the contents for the ETag: bytes of equal contents may differ, as in zip files. */
  readonly contents: string;
  /** Whether everybody may get it at this address, for now. */
  readonly isPublic: boolean;

  constructor({ name, type, make, contents, isPublic }: Omit<FileAnswer, "send">) {
    this.name = name;
    this.type = type;
    this.make = make;
    this.contents = contents;
    this.isPublic = isPublic;
  }

  async send(request: FastifyRequest, reply: FastifyReply, caller: string): Promise<FastifyReply> {
    const digest = createHash("sha256").update(this.contents).digest("base64url");
    const etag = `W/"${digest.slice(0, 27)}"`;
    const headers = {
      etag,
      vary: "authorization, origin",
      "cache-control": this.isPublic ? FOR_EVERYBODY : "no-store",
    };
    if (isNotModified(request.headers, etag)) return reply.headers(headers).code(304).send();
    // It may be made in a separate thread, so others do not wait for it: no sign of overload.
    request.markAnswered?.();
    const bytes = await this.make(caller);
    return reply
      .headers({ ...headers, "content-disposition": `attachment; filename="${this.name}"` })
      .type(this.type)
      .send(bytes);
  }
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { isNotModified } from "#server/http/cache/etag.ts";

/** A response that browsers save as a file of this name. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly etag: string;
  /** Called with the account or network that waits, unless the client has the file already. */
  readonly make: (caller: string) => Promise<Buffer>;
  /** Whether everybody may get it at this address, for now. */
  readonly isPublic: boolean;

  constructor({ name, type, etag, make, isPublic }: Omit<FileAnswer, "send">) {
    this.name = name;
    this.type = type;
    this.etag = etag;
    this.make = make;
    this.isPublic = isPublic;
  }

  async send(request: FastifyRequest, reply: FastifyReply, caller: string): Promise<FastifyReply> {
    const headers = {
      etag: this.etag,
      vary: "authorization, origin",
      "cache-control": this.isPublic ? FOR_EVERYBODY : "no-store",
    };
    if (isNotModified(request.headers, this.etag)) return reply.headers(headers).code(304).send();
    // It may be made in a separate thread, so others do not wait for it: no sign of overload.
    request.markAnswered?.();
    const bytes = await this.make(caller);
    return reply
      .headers({ ...headers, "content-disposition": `attachment; filename="${this.name}"` })
      .type(this.type)
      .send(bytes);
  }
}

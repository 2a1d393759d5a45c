import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { isNotModified } from "#server/http/cache/etag.ts";

/** An answer that browsers save as a file of this name. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  /** Called with who waits for it, an account or a network; not where they have the file already. */
  readonly make: (caller: string) => Promise<Buffer>;
  /** Tells what is in it: the bytes of equal contents may differ, as zip archives do. */
  readonly contents: string;
  /** Whether everybody may have it, at this address and for now. */
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
    // Others do not wait for what may be made in a thread apart: no sign of overload.
    request.markAnswered?.();
    const bytes = await this.make(caller);
    return reply
      .headers({ ...headers, "content-disposition": `attachment; filename="${this.name}"` })
      .type(this.type)
      .send(bytes);
  }
}

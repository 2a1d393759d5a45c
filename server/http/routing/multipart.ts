import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { IMAGE_MAX_BYTES, OPTION_COUNT } from "#contract/limits.ts";
import type { Upload } from "#contract/shapes.ts";
import { ApiError } from "#server/errors.ts";

/** A file of a multipart request. A class, because a JSON body can imitate an object of this shape. */
class ReceivedFile implements Upload {
  readonly path: string;
  readonly bytes: number;

  constructor(path: string, bytes: number) {
    this.path = path;
    this.bytes = bytes;
  }
}

/** The path of an uploaded file. Throws `image_missing` for anything that is none. */
export function uploadedPath(image: unknown): string {
  if (image instanceof ReceivedFile) return image.path;
  throw new ApiError("image_missing");
}

/** A received multipart body: its fields as an object, its files on disk until `discard`. */
export interface MultipartForm {
  body: Record<string, unknown>;
  discard(): Promise<void>;
}

const LIMITS = {
  fileSize: IMAGE_MAX_BYTES,
  fields: 2 * OPTION_COUNT.max + 20,
  parts: 3 * OPTION_COUNT.max + 20,
  fieldNameSize: 100,
  fieldSize: 20_000,
};

/** How long a client that was refused may go on sending. */
const DRAIN_MS = 10_000;

/**
 * Reads a multipart request and streams its files, at most `files` of them, into a new folder below
 * `folder`, which must exist. `data[i][name]` becomes a list under `data`; other brackets and
 * repeated names throw `validation_failed`. Throws 413 past a limit and 400 for a body that is no
 * multipart; nothing stays on disk then.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  folder: string,
  files: number,
): Promise<MultipartForm> {
  const own = join(folder, randomUUID());
  const discard = () => rm(own, { recursive: true, force: true });
  const fields: [name: string, value: unknown][] = [];
  try {
    await mkdir(own);
    // The client has gone before anybody listened: the loop below would wait for ever.
    if (request.raw.destroyed) throw new ApiError("invalid_request");
    for await (const part of request.parts({ limits: { ...LIMITS, files } })) {
      if (part.type === "file") {
        const path = join(own, String(fields.length));
        // The stream reports its limit only at its end, which a client can put off for ever.
        part.file.once("limit", () => part.file.destroy(new ApiError("payload_too_large")));
        await pipeline(part.file, createWriteStream(path));
        const { bytesRead } = part.file;
        fields.push([
          part.fieldname,
          bytesRead > 0 ? new ReceivedFile(path, bytesRead) : undefined,
        ]);
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) throw new ApiError("payload_too_large");
        fields.push([part.fieldname, part.value]);
      }
    }
    return { body: assemble(fields), discard };
  } catch (error) {
    drain(request.raw);
    await discard();
    if (error instanceof ApiError) throw error;
    // A client that broke off gets no answer, and it is no fault of the server.
    const isClientFault = request.raw.readableAborted || isUnreadable(error);
    throw isClientFault ? new ApiError("invalid_request", { cause: error }) : error;
  }
}

/**
 * Reads and drops the rest, because most clients read the answer only once they have sent everything.
 * Cuts the connection when that takes too long.
 */
function drain(request: IncomingMessage): void {
  request.unpipe().resume();
  const cutOff = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.once("close", () => clearTimeout(cutOff));
}

/** The parser throws plain errors for malformed bodies; all others have a code or a class. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.constructor === Error && !("code" in error);

const LIST_FIELD = /^data\[(\d{1,2})\]\[([a-z_]+)\]$/;
const PLAIN_FIELD = /^[a-z_]+$/;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

function assemble(fields: [name: string, value: unknown][]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const rows = new Map<number, Record<string, unknown>>();
  for (const [name, value] of fields) {
    const [, index, key] = LIST_FIELD.exec(name) ?? [];
    if (index !== undefined && key !== undefined && !FORBIDDEN.has(key)) {
      const row = rows.get(Number(index)) ?? {};
      rows.set(Number(index), row);
      put(row, key, value);
    } else if (PLAIN_FIELD.test(name) && !FORBIDDEN.has(name) && name !== "data") {
      put(body, name, value);
    } else {
      throw new ApiError("validation_failed");
    }
  }
  if (rows.size > 0) body.data = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  return body;
}

function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (Object.hasOwn(target, name)) throw new ApiError("validation_failed");
  target[name] = value;
}

import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { IMAGE_MAX_BYTES, QUIZ_QUESTIONS_MAX } from "#contract/limits.ts";
import type { Upload } from "#contract/shapes/shapes.ts";
import { ApiError } from "#server/errors.ts";
import type { UploadQuota } from "#server/http/limits/upload-quota.ts";
import { refuseBody } from "#server/http/server/connections.ts";
import { takesMultipart } from "./endpoint-limits.ts";

/** A file of a multipart request. A class, because JSON can imitate an object of this shape. */
class ReceivedFile implements Upload {
  readonly path: string;
  readonly bytes: number;

  constructor(path: string, bytes: number) {
    this.path = path;
    this.bytes = bytes;
  }
}

/** The path of an uploaded file. Throws `image_missing` for a dropped file or anything else. */
export function uploadedPath(image: unknown): string {
  if (image instanceof ReceivedFile && image.path) return image.path;
  throw new ApiError("image_missing");
}

/** A received multipart body: its fields as an object, its files on disk until `discard`. */
export interface MultipartForm {
  body: Record<string, unknown>;
  discard(): Promise<void>;
}

/** Of a test: a text and two pictures for each question. Other forms have fewer parts. */
const MOST_PARTS = 3 * QUIZ_QUESTIONS_MAX + 20;

const LIMITS = {
  fileSize: IMAGE_MAX_BYTES,
  fields: MOST_PARTS,
  parts: MOST_PARTS,
  fieldNameSize: 100,
  fieldSize: 20_000,
};

/** For all bytes of a form that belong to no file: fields, heads of parts, what stands around them. */
const FRAME_MAX_BYTES = 2_000_000;

/** Where forms are received, and how much of them is allowed at once. */
export interface Uploads {
  /** Must exist. */
  folder: string;
  quota: UploadQuota;
  /** Throws `storage_full` while there is too little free space for more. */
  requireRoom(): Promise<void>;
}

/**
 * Reads a multipart request and streams its files, at most `files` of them, into `folder`.
 * `data[i][name]` becomes a list under `data`; other brackets and repeated names throw
 * `validation_failed`. Before each file, `admitFile` gets the fields so far; it throws if the
 * sender may not send the file, and returns false for one to drop. Throws 413 beyond a limit, which
 * counts every byte of the body, also before the first part and between the others, 429
 * beyond the `sender`'s quota, 503 beyond that of all or on a full disk, and 400 for a body that is
 * not multipart; nothing stays on disk then.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  { folder, quota, requireRoom }: Uploads,
  options: {
    files: number;
    sender: string;
    admitFile: (body: Record<string, unknown>) => Promise<boolean>;
  },
): Promise<MultipartForm> {
  const { files, sender, admitFile } = options;
  const name = randomUUID();
  const paths: string[] = [];
  const share = quota.open(sender, () => {
    if (request.raw.complete) return false;
    refuseBody(request.raw, new ApiError("overloaded"));
    return true;
  });
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
    share.close();
  };
  const fields: [name: string, value: unknown][] = [];

  /** Counts the bytes written, and checks for free space as they grow. */
  async function* counted(file: Readable) {
    let unchecked = 0;
    for await (const chunk of file) {
      share.add(chunk.length);
      unchecked += chunk.length;
      if (unchecked > CHECKED_EVERY_BYTES) {
        await requireRoom();
        unchecked = 0;
      }
      yield chunk;
    }
  }

  const received: (Readable & { bytesRead: number })[] = [];
  let bodyBytes = 0;
  function countBody(chunk: Buffer): void {
    bodyBytes += chunk.length;
    const inFiles = received.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    if (bodyBytes - inFiles <= FRAME_MAX_BYTES) return;
    request.raw.off("data", countBody);
    refuseBody(request.raw, new ApiError("payload_too_large"));
  }

  async function receive(
    file: Readable & { bytesRead: number },
  ): Promise<ReceivedFile | undefined> {
    received.push(file);
    // The stream reports its limit only at its end, which a client can put off for ever.
    file.once("limit", () => file.destroy(new ApiError("payload_too_large")));
    if (!(await admitFile(assemble(fields)))) {
      await pipeline(file, drop);
      return file.bytesRead > 0 ? new ReceivedFile("", file.bytesRead) : undefined;
    }
    await requireRoom();
    const path = join(folder, `${name}-${fields.length}`);
    paths.push(path);
    // Opened before anything can end the form, whose files are then deleted.
    const target = await open(path, "wx");
    await pipeline(file, counted, target.createWriteStream());
    return file.bytesRead > 0 ? new ReceivedFile(path, file.bytesRead) : undefined;
  }

  try {
    // The client left before this code listened: the loop below would wait for ever.
    if (request.raw.destroyed) throw new ApiError("invalid_request");
    request.raw.on("data", countBody);
    for await (const part of request.parts({ limits: { ...LIMITS, files } })) {
      if (part.type === "file") {
        fields.push([part.fieldname, await receive(part.file)]);
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) throw new ApiError("payload_too_large");
        share.add(String(part.value).length);
        fields.push([part.fieldname, part.value]);
      }
    }
    return { body: assemble(fields), discard };
  } catch (error) {
    // The rest is dropped; `guardConnections` closes when that takes too long.
    request.raw.off("data", countBody).unpipe().resume();
    await discard();
    if (error instanceof ApiError) throw error;
    // A client that disconnected gets no response, and the server is not at fault.
    const isClientFault = request.raw.readableAborted || isUnreadable(error);
    throw isClientFault ? new ApiError("invalid_request", { cause: error }) : error;
  }
}

const CHECKED_EVERY_BYTES = 1024 * 1024;

async function drop(file: Readable): Promise<void> {
  for await (const _ of file);
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

/** Whether the body is multipart. Throws 415 for an encoding that the endpoint does not accept. */
export function isMultipart(endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!endpoint.body) return false;
  const sent = takesMultipart(endpoint) && request.isMultipart() ? "multipart" : "json";
  if (!(endpoint.encodings ?? ["json"]).includes(sent)) {
    throw new ApiError("unsupported_media_type");
  }
  return sent === "multipart";
}

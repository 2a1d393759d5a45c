import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type AWSHeaders, S3mini, S3ServiceError } from "s3mini";
import { ApiError } from "#server/errors.ts";
import { IMAGE_CACHE_CONTROL, imageTypeOf } from "./image-paths.ts";
import type { S3Settings } from "./image-settings.ts";
import {
  type FileFacts,
  type ImageStore,
  type StoredFile,
  WHOLE_MAX_BYTES,
} from "./image-store.ts";

/**
 * How long an answer may take, and after which pauses a failed request is made again, in milliseconds:
 * somebody waits for a picture that is read.
 */
const PATIENCE = {
  read: { answerMs: 3000, pausesMs: [100, 300] },
  write: { answerMs: 10_000, pausesMs: [100, 400, 1600] },
} as const;
type Kind = keyof typeof PATIENCE;

const OWNER_KEY = "kanaat.images";
const KEY = /^images\/[0-9a-f]{2}\/([0-9a-f]{32})\/([^/]+)$/;
/** That of a file that came in parts says nothing of its content. */
const TAG = /^\W*([0-9a-f]{32})\W*$/;

const folderOf = (id: string) => `images/${id.slice(0, 2)}/${id}/`;

/**
 * Stores images in a bucket, under keys like the paths that rows hold (`images/<2 digits>/<id>/<file
 * name>`). While the store cannot be reached, `put` throws `storage_full` and everything else
 * `not_ready`. Throws where the store refuses us; one that is away now may come back.
 */
export async function openS3Store(settings: S3Settings): Promise<ImageStore> {
  const { bucket, bucketUrl, region, accessKeyId, secretAccessKey } = settings;
  const fetch = patientFetch;
  const client = new S3mini({ endpoint: bucketUrl, region, accessKeyId, secretAccessKey, fetch });
  const calls = createCalls();
  let deletions = 0;

  function list(prefix: string, max?: number) {
    return calls.make("read", async () => {
      const objects = await client.listObjects("/", prefix, max);
      if (objects) return objects;
      throw new S3ServiceError("there is no such bucket", 404, "NoSuchBucket");
    });
  }

  function put(key: string, bytes: Buffer, type: string, more = {}) {
    // The store refuses what arrives damaged.
    const sum = createHash("md5").update(bytes).digest("base64");
    const headers = { "content-md5": sum, ...more } as AWSHeaders;
    const content = bytes as Uint8Array<ArrayBuffer>;
    return calls.make("write", () => client.putObject(key, content, type, undefined, headers));
  }

  async function read(key: string): Promise<StoredFile | null> {
    const file = await calls.make("read", async () => {
      const response = await client.getObjectResponse(key);
      if (!response) return null;
      const announced = response.headers.get("content-length");
      const bytes = Number(announced);
      if (response.body && bytes > WHOLE_MAX_BYTES) return { bytes, content: response.body };
      const content = Buffer.from(await response.arrayBuffer());
      if (announced !== null && content.length !== bytes) throw new Error("the answer was cut off");
      return { bytes: content.length, content };
    });
    if (!file || Buffer.isBuffer(file.content)) return file as StoredFile | null;
    return { bytes: file.bytes, content: Readable.fromWeb(file.content as never) };
  }

  /** Those of each image below `prefix`, and when the last was put, in milliseconds since 1970. */
  async function inventory(prefix: string) {
    const images = new Map<string, { files: FileFacts[]; putAt: number }>();
    for (const object of await list(`images/${prefix.slice(0, 2)}/${prefix}`)) {
      const [, id = "", name = ""] = KEY.exec(object.Key) ?? [];
      if (!id) continue;
      const image = images.get(id) ?? { files: [], putAt: 0 };
      const [, tag] = TAG.exec(object.ETag) ?? [];
      image.files.push({ name, bytes: object.Size, ...(tag && { tag }) });
      image.putAt = Math.max(image.putAt, object.LastModified.getTime());
      images.set(id, image);
    }
    return images;
  }

  const remove = (key: string) => calls.make("write", () => client.deleteObject(key));

  await list(OWNER_KEY, 1).catch((error: unknown) => {
    const { status, serviceCode } = refusalIn(error);
    if (!status) return;
    throw new Error(`S3_BUCKET=${bucket} cannot be used: ${serviceCode} (${status})`, {
      cause: error,
    });
  });

  return {
    async put(id, files) {
      const stored = files.map(({ name, bytes }) =>
        put(folderOf(id) + name, bytes, imageTypeOf(name), {
          "cache-control": IMAGE_CACHE_CONTROL,
        }),
      );
      const outcomes = await Promise.allSettled(stored);
      const failed = outcomes.find((one) => one.status === "rejected");
      if (!failed) return;
      // What cannot be deleted either is found among the orphaned ones.
      await Promise.allSettled(files.map(({ name }) => remove(folderOf(id) + name)));
      throw new ApiError("storage_full", { cause: failed.reason, isLogged: true });
    },
    get: (id, fileName) => read(folderOf(id) + fileName),
    async delete(id) {
      const files = (await inventory(id)).get(id)?.files ?? [];
      await Promise.all(files.map(({ name }) => remove(folderOf(id) + name)));
      deletions++;
    },
    deletions: () => deletions,
    async list({ prefix, before }) {
      const images = [...(await inventory(prefix))];
      return images.filter(([, { putAt }]) => putAt < before).map(([id]) => id);
    },
    async inventory(prefix) {
      const images = [...(await inventory(prefix))];
      return new Map(images.map(([id, { files }]) => [id, files]));
    },
    // A part of an image is listed like a whole one, and found among the orphaned ones.
    deleteUnfinished: async () => undefined,
    async owner() {
      const file = await read(OWNER_KEY);
      return String(file?.content ?? "");
    },
    async setOwner(owner) {
      if (owner === "") await remove(OWNER_KEY);
      else await put(OWNER_KEY, Buffer.from(owner), "text/plain");
    },
    async ping() {
      await list(OWNER_KEY, 1);
    },
    watch: calls.watch,
  };
}

/**
 * Requests are made anew while the store cannot be reached or says that it cannot answer now; once
 * that has failed, only once each until it answers again.
 */
function createCalls() {
  const away: Record<Kind, boolean> = { read: false, write: false };
  let onFault: ((why: string) => void) | undefined;
  let onReached: (() => void) | undefined;

  function note(kind: Kind, isAway: boolean, fault?: unknown) {
    const was = away.read || away.write;
    away[kind] = isAway;
    if (isAway && !was) onFault?.(asWords(fault));
    else if (was && !away.read && !away.write) onReached?.();
  }

  return {
    watch(whenFault: typeof onFault, whenReached: typeof onReached) {
      onFault = whenFault;
      onReached = whenReached;
    },
    /** Throws `not_ready` in the end. */
    async make<T>(kind: Kind, request: () => Promise<T>): Promise<T> {
      const pauses: readonly number[] = away[kind] ? [] : PATIENCE[kind].pausesMs;
      for (let tries = 0; ; tries++) {
        try {
          const answer = await request();
          note(kind, false);
          return answer;
        } catch (error) {
          const pause = pauses[tries];
          if (pause === undefined || error instanceof NoAnswer || refusalIn(error).status) {
            note(kind, true, error);
            throw new ApiError("not_ready", { cause: error, isLogged: true });
          }
          // Not all at once, when many have failed at once.
          await sleep(pause * (0.5 + Math.random()));
        }
      }
    },
  };
}

/** Without the answer's body, which may hold what a request was signed with. */
function asWords(fault: unknown): string {
  const { message, cause } = Object(fault);
  return [message, Object(cause).code].filter(Boolean).join(": ");
}

/** What the store says of a request that it will never accept; no status where it may later. */
function refusalIn(error: unknown): { status?: number; serviceCode?: string } {
  const cause = error instanceof ApiError ? error.cause : error;
  const { status, serviceCode, code } = Object(cause);
  if (!(status >= 400 && status < 500) || status === 408 || status === 429) return {};
  return { status, serviceCode: serviceCode ?? code };
}

/** Nobody waits so long once more. */
class NoAnswer extends Error {}

/** Gives up where no answer comes in time; a long file may take as long as its reader does. */
async function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { answerMs } = PATIENCE[init?.method === "GET" ? "read" : "write"];
  const patience = new AbortController();
  const giveUp = () => patience.abort(new NoAnswer(`no answer within ${answerMs} ms`));
  const timer = setTimeout(giveUp, answerMs).unref();
  const response = await fetch(input, { ...init, signal: patience.signal });
  if (Number(response.headers.get("content-length")) > WHOLE_MAX_BYTES) clearTimeout(timer);
  return response;
}

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type AWSHeaders, S3mini, S3ServiceError } from "s3mini";
import type { S3Settings } from "#server/config/image-settings.ts";
import { ApiError } from "#server/errors.ts";
import { afterOwnTime } from "#server/processes/own-time.ts";
import { type StoredFile, WHOLE_MAX_BYTES } from "./image-store.ts";

/**
 * How much of our own time an answer may take (`afterOwnTime`), and the pauses before a failed
 * request is retried, in milliseconds. Reads have less, since somebody waits for the picture.
 */
const PATIENCE = {
  read: { answerMs: 3000, pausesMs: [100, 300] },
  write: { answerMs: 10_000, pausesMs: [100, 400, 1600] },
} as const;
type Kind = keyof typeof PATIENCE;

/** Objects in an S3-compatible bucket. Every method throws `not_ready` while it cannot be reached. */
export type Bucket = ReturnType<typeof openBucket>;

/** Sends no request yet. */
export function openBucket(settings: S3Settings) {
  const { bucketUrl, region, accessKeyId, secretAccessKey } = settings;
  const fetch = patientFetch;
  const client = new S3mini({ endpoint: bucketUrl, region, accessKeyId, secretAccessKey, fetch });
  const calls = createCalls();
  return {
    /** The objects whose keys begin with `prefix`; at most `max` of them, if given. */
    list: (prefix: string, max?: number) =>
      calls.make("read", async () => {
        const objects = await client.listObjects("/", prefix, max);
        if (objects) return objects;
        throw new S3ServiceError("there is no such bucket", 404, "NoSuchBucket");
      }),
    /** Sends a checksum, so that the store refuses content that arrives damaged. */
    put(key: string, bytes: Buffer, type: string, more = {}) {
      const sum = createHash("md5").update(bytes).digest("base64");
      const headers = { "content-md5": sum, ...more } as AWSHeaders;
      const content = bytes as Uint8Array<ArrayBuffer>;
      return calls.make("write", () => client.putObject(key, content, type, undefined, headers));
    },
    /** null where there is no such object. A stream must be read or destroyed. */
    async read(key: string): Promise<StoredFile | null> {
      const file = await calls.make("read", async () => {
        const response = await client.getObjectResponse(key);
        if (!response) return null;
        const announced = response.headers.get("content-length");
        const bytes = Number(announced);
        if (response.body && bytes > WHOLE_MAX_BYTES) return { bytes, content: response.body };
        const content = Buffer.from(await response.arrayBuffer());
        if (announced !== null && content.length !== bytes) {
          throw new Error("the answer was cut off");
        }
        return { bytes: content.length, content };
      });
      if (!file || Buffer.isBuffer(file.content)) return file as StoredFile | null;
      return { bytes: file.bytes, content: Readable.fromWeb(file.content as never) };
    },
    remove: (key: string) => calls.make("write", () => client.deleteObject(key)),
    watch: calls.watch,
  };
}

/**
 * Requests are retried while the store cannot be reached or reports that it cannot answer now. Once
 * all retries have failed, each request is made only once until the store answers again.
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
    /** Throws `not_ready` after the last attempt. */
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
            return giveUp(error);
          }
          // Random, so that requests that failed together are not retried together.
          await sleep(pause * (0.5 + Math.random()));
        }
      }
    },
  };
}

/** Leaves out the response's body, which may contain signing data of the request. */
function giveUp(error: unknown): never {
  const { status, serviceCode } = refusalIn(error);
  const what = status ? "The image store refuses" : "The image store cannot be reached";
  const advice = status ? `: ${adviceFor(status)}` : "";
  const message = `${what}: ${asWords(error)}${advice}`;
  const cause = Object.assign(new Error(message), { status, serviceCode });
  throw new ApiError("not_ready", { cause, isLogged: true });
}

function asWords(fault: unknown): string {
  const [message, reason] = [String(Object(fault).message), reasonOf(fault)];
  return reason && !message.includes(reason) ? `${message}: ${reason}` : message;
}

/** The system's reason, which is nested in the errors of the client and `fetch`. */
function reasonOf(fault: unknown): string | undefined {
  const { cause } = Object(fault);
  return cause && (reasonOf(cause) ?? Object(cause).code ?? Object(cause).message);
}

/** What an operator can do about a request that was refused with this status. */
export const adviceFor = (status: number): string =>
  status === 404
    ? "create the bucket that S3_BUCKET names"
    : "check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what that key may do";

/** Why the store will never accept a request; without status where it may accept it later. */
export function refusalIn(error: unknown): { status?: number; serviceCode?: string } {
  const cause = error instanceof ApiError ? error.cause : error;
  const { status, serviceCode, code } = Object(cause);
  if (!(status >= 400 && status < 500) || status === 408 || status === 429) return {};
  return { status, serviceCode: serviceCode ?? code };
}

/** Not retried, since nobody waits that long twice. */
class NoAnswer extends Error {}

/** Gives up where no answer comes in time; a long file may take as long as its reader does. */
async function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { answerMs } = PATIENCE[init?.method === "GET" ? "read" : "write"];
  const patience = new AbortController();
  const giveUp = () => patience.abort(new NoAnswer(`no answer within ${answerMs} ms`));
  const endPatience = afterOwnTime(answerMs, giveUp);
  const response = await fetch(input, { ...init, signal: patience.signal });
  if (Number(response.headers.get("content-length")) > WHOLE_MAX_BYTES) endPatience();
  return response;
}

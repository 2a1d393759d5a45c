import { createHash } from "node:crypto";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { kindOf, type WithBallot } from "#contract/ballots/ballots.ts";
import { surveyFileName } from "#contract/brand.ts";
import { EXPORTS, type Report } from "#contract/endpoints/report.ts";
import { versionText } from "#server/config/version.ts";
import { ApiError } from "#server/errors.ts";
import type { CachedJson } from "#server/http/cache/cached-json.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { FileAnswer } from "#server/http/routing/file-answer.ts";
import { createFairQueue, QueueFull } from "#server/limits/fair-queue.ts";
import { createThread } from "#server/limits/one-thread.ts";
import type { Format, ReportFile } from "./report-file-thread.ts";

/** The report of this survey, as its bytes in JSON. */
export interface ReportOf {
  survey: WithBallot & { id: number };
  json: Pick<CachedJson<Report>, "bytes" | "etag">;
}

/** Enough for more than a hundred files of the largest reports. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Returns a function that saves reports as files. A file is made once for all who wait for it, and
 * kept until the report changes. Making it throws `overloaded` if too many of the caller's files
 * wait to be made.
 */
export function createReportFiles() {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const beingMade = new Map<string, Promise<Buffer>>();

  function make(etag: string, file: ReportFile, caller: string): Promise<Buffer> {
    const making = inTurn(caller, 1, () => inThread(file))
      .then((bytes) => {
        const own = unpooled(bytes);
        kept.set(etag, own);
        return own;
      })
      .finally(() => beingMade.delete(etag));
    beingMade.set(etag, making);
    return making;
  }

  async function bytesOf(etag: string, file: ReportFile, caller: string): Promise<Buffer> {
    try {
      return kept.get(etag) ?? (await (beingMade.get(etag) ?? make(etag, file, caller)));
    } catch (error) {
      // The caller who began it may have too many waiting, while this one has not.
      if (error instanceof QueueFull && error.caller !== caller) return bytesOf(etag, file, caller);
      throw error instanceof QueueFull ? new ApiError("overloaded") : error;
    }
  }

  return ({ survey, json }: ReportOf, format: Format, isPublic: boolean): FileAnswer => {
    const etag = etagOf(json.etag, format);
    const file = { json: json.bytes, format, ballot: kindOf(survey) };
    return new FileAnswer({
      name: `${surveyFileName(survey.id)}.${format}`,
      type: EXPORTS[format],
      etag,
      make: (caller) => bytesOf(etag, file, caller),
      isPublic,
    });
  };
}

/** Another release may make another file of the same report. Bytes may differ, as in zip files. */
function etagOf(report: string, format: Format): string {
  const digest = createHash("sha256").update(`${versionText} ${format} ${report}`);
  return `W/"${digest.digest("base64url").slice(0, 27)}"`;
}

/** Ten thousand rows take a third of a second, which would delay votes and other requests. */
const inThread = createThread<ReportFile, Uint8Array>({
  filename: join(import.meta.dirname, "report-file-thread.ts"),
  name: "toFile",
  heapMb: 128,
});
const inTurn = createFairQueue({
  lanes: 1,
  room: { caller: 4, all: 40 },
  patienceMs: 10_000,
});

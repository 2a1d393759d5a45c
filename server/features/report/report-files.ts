import { join } from "node:path";
import { Tinypool } from "tinypool";
import { rulesOf, type WithBallot } from "#contract/ballots/ballots.ts";
import { surveyFileName } from "#contract/brand.ts";
import { EXPORTS, type Report } from "#contract/endpoints/report.ts";
import { ApiError } from "#server/errors.ts";
import { FileAnswer } from "#server/http/routing/file-answer.ts";
import { createFairQueue, QueueFull } from "#server/limits/fair-queue.ts";
import { requireFileHandles } from "#server/limits/file-handles.ts";
import { COLUMNS, type ReportRow, toRows } from "./report-table.ts";

export type Format = keyof typeof EXPORTS;

/** A survey's report as a file. Its bytes throw `overloaded` if too many are waiting for theirs. */
export function toFile(
  report: Report,
  format: Format,
  survey: WithBallot & { id: number },
  isPublic: boolean,
): FileAnswer {
  const rows = toRows(report, rulesOf(survey));
  return new FileAnswer({
    name: `${surveyFileName(survey.id)}.${format}`,
    type: EXPORTS[format],
    make: async (caller) => (format === "csv" ? toCsv(rows) : toWorkbook(rows, caller)),
    contents: `${format} ${JSON.stringify(rows)}`,
    isPublic,
  });
}

/** Formats rows as Turkish spreadsheets expect: a UTF-8 byte order mark, then semicolons. */
export function toCsv(rows: readonly ReportRow[]): Buffer {
  const lines = rows.map(({ table, group, option, votes, share }) =>
    [table, group, option, votes ?? "", share].map(field).join(";"),
  );
  return Buffer.from(`\uFEFF${[COLUMNS.join(";"), ...lines, ""].join("\r\n")}`);
}

/** Marks text that a spreadsheet would run as a formula (OWASP, CSV Injection). */
function field(value: string | number): string {
  const text =
    typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Ten thousand rows take a third of a second, which would delay votes and other requests. */
const threads = new Tinypool({
  filename: join(import.meta.dirname, "workbook-thread.ts"),
  name: "toWorkbook",
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 128 },
  // No secrets, and nothing that the server preloads.
  env: {},
  execArgv: [],
}).on("error", () => undefined);
const inTurn = createFairQueue({
  lanes: 1,
  room: { caller: 4, all: 40 },
  patienceMs: 10_000,
});

async function toWorkbook(rows: readonly ReportRow[], caller: string): Promise<Buffer> {
  try {
    return Buffer.from(await inTurn(caller, 1, () => inThread(rows)));
  } catch (error) {
    throw error instanceof QueueFull ? new ApiError("overloaded") : error;
  }
}

/** Throws the system's error if no thread can be started; the pool would wait for ever. */
async function inThread(rows: readonly ReportRow[]): Promise<Uint8Array> {
  if (threads.threads.length === 0) requireFileHandles();
  const failed = new AbortController();
  const fail = (error: Error) => failed.abort(error);
  threads.on("error", fail);
  try {
    return await threads.run(rows, { signal: failed.signal });
  } catch (error) {
    throw failed.signal.reason ?? error;
  } finally {
    threads.off("error", fail);
  }
}

import writeExcelFile from "write-excel-file/node";
import { type BallotKind, rulesOf } from "#contract/ballots/ballots.ts";
import type { EXPORTS, Report } from "#contract/endpoints/report.ts";
import { COLUMNS, type ReportRow, toRows } from "./report-table.ts";

export type Format = keyof typeof EXPORTS;

/** A report to save as a file, with the kind of its survey's ballot. */
export interface ReportFile {
  /** As the API returns the report. */
  json: Uint8Array;
  format: Format;
  ballot: BallotKind;
}

/** Runs in the thread. */
export async function toFile({ json, format, ballot }: ReportFile): Promise<Uint8Array> {
  const report: Report = JSON.parse(new TextDecoder().decode(json));
  const rows = toRows(report, rulesOf({ ballot }));
  return format === "csv" ? toCsv(rows) : toWorkbook(rows);
}

/** Formats rows as Turkish spreadsheets expect: a UTF-8 byte order mark, then semicolons. */
export function toCsv(rows: readonly ReportRow[]): Uint8Array {
  const lines = rows.map(({ table, group, option, votes, share }) =>
    [table, group, option, votes ?? "", share ?? ""].map(field).join(";"),
  );
  return new TextEncoder().encode(`\uFEFF${[COLUMNS.join(";"), ...lines, ""].join("\r\n")}`);
}

/** Marks text that a spreadsheet would run as a formula (OWASP, CSV Injection). */
function field(value: string | number): string {
  const text =
    typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function toWorkbook(rows: readonly ReportRow[]): Promise<Uint8Array> {
  const data = rows.map(({ table, group, option, votes, share }) => [
    { type: String, value: table },
    { type: String, value: group },
    { type: String, value: option },
    ...[votes, share].map((value) => (value === null ? null : { type: Number, value })),
  ]);
  const head = COLUMNS.map((value) => ({ type: String, value, fontWeight: "bold" as const }));
  const columns = [22, 30, 40, 10, 10].map((width) => ({ width }));
  return writeExcelFile([head, ...data], { columns, sheet: "Sonuçlar" }).toBuffer();
}

import { surveyFileName } from "#contract/brand.ts";
import { EXPORTS, type Report } from "#contract/report.ts";
import { FileAnswer } from "#server/http/routing/file-answer.ts";
import { COLUMNS, type ReportRow, toRows } from "./report-table.ts";

export type Format = keyof typeof EXPORTS;

/** The report of a survey as a file. */
export async function toFile(
  report: Report,
  format: Format,
  { surveyId, isPublic }: { surveyId: number; isPublic: boolean },
): Promise<FileAnswer> {
  const rows = toRows(report);
  const bytes = format === "csv" ? toCsv(rows) : await toWorkbook(rows);
  return new FileAnswer({
    name: `${surveyFileName(surveyId)}.${format}`,
    type: EXPORTS[format],
    bytes,
    contents: `${format} ${JSON.stringify(rows)}`,
    isPublic,
  });
}

/** As Turkish spreadsheets expect it: a mark of UTF-8 before, semicolons between. */
export function toCsv(rows: readonly ReportRow[]): Buffer {
  const lines = rows.map(({ table, group, option, votes, share }) =>
    [table, group, option, votes ?? "", share].map(field).join(";"),
  );
  return Buffer.from(`\uFEFF${[COLUMNS.join(";"), ...lines, ""].join("\r\n")}`);
}

/** What a spreadsheet would run as a formula is marked as text (OWASP, CSV Injection). */
function field(value: string | number): string {
  const text =
    typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function toWorkbook(rows: readonly ReportRow[]): Promise<Buffer> {
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const data = rows.map(({ table, group, option, votes, share }) => [
    { type: String, value: table },
    { type: String, value: group },
    { type: String, value: option },
    votes === null ? null : { type: Number, value: votes },
    { type: Number, value: share },
  ]);
  const head = COLUMNS.map((value) => ({ type: String, value, fontWeight: "bold" as const }));
  const columns = [22, 30, 40, 10, 10].map((width) => ({ width }));
  return writeExcelFile([head, ...data], { columns, sheet: "Sonuçlar" }).toBuffer();
}

import writeExcelFile from "write-excel-file/node";
import { COLUMNS, type ReportRow } from "./report-table.ts";

/** Runs in the thread: formats a report's rows as XLSX. */
export async function toWorkbook(rows: readonly ReportRow[]): Promise<Uint8Array> {
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

// The thread of `openReader`: runs the statements that it is sent, one after the other.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { Read, ReadAnswer } from "./reader.ts";

const CACHED_STATEMENTS = 100;
const file = new DatabaseSync(workerData as string, { readOnly: true });
file.exec("pragma cache_size = -4000; pragma temp_store = memory");
const statements = new Map<string, StatementSync>();

function prepared(text: string): StatementSync {
  const known = statements.get(text);
  if (known) return known;
  if (statements.size >= CACHED_STATEMENTS) statements.clear();
  const statement = file.prepare(text);
  statements.set(text, statement);
  return statement;
}

function answer({ id, text, values }: Read): ReadAnswer {
  try {
    return { id, rows: prepared(text).all(...(values as SQLInputValue[])) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { id, error: { message, errcode } };
  }
}

parentPort?.on("message", (read: Read) => parentPort?.postMessage(answer(read)));

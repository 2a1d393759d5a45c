import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { ApiError } from "#server/errors.ts";
import type { Tables } from "../tables/tables.ts";

/** A statement for the thread. */
export interface Read {
  id: number;
  text: string;
  values: readonly unknown[];
}

export type ReadAnswer =
  | { id: number; rows: unknown[] }
  | { id: number; error: { message: string; errcode: number | undefined } };

/** More than these would wait too long for each other. */
const MAX_WAITING = 50;
const MB_OF_YOUNG_OBJECTS = 2;

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

/**
 * Reads the database at `path` in a thread of its own, so that long statements keep nothing else
 * waiting. The thread starts with the first statement. Sees what was committed before; throws 503
 * when too many statements wait.
 */
export function openReader(path: string): Kysely<Tables> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: MB_OF_YOUNG_OBJECTS },
    });
    started.on("message", settle);
    const fail = (error: Error) => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The thread that reads the database has ended.")));
    // It must not keep the process alive.
    started.unref();
    return started;
  }

  function settle(answer: ReadAnswer): void {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker?.unref();
    if ("rows" in answer) {
      one?.resolve(answer.rows);
    } else {
      const { message, errcode } = answer.error;
      one?.reject(Object.assign(new Error(message), { errcode }));
    }
  }

  async function read<R>({ sql: text, parameters }: CompiledQuery): Promise<{ rows: R[] }> {
    if (waiting.size >= MAX_WAITING) throw new ApiError("overloaded");
    worker ??= start();
    worker.ref();
    const id = ++last;
    const answer = new Promise<unknown[]>((resolve, reject) =>
      waiting.set(id, { resolve, reject }),
    );
    worker.postMessage({ id, text, values: parameters } satisfies Read);
    return { rows: (await answer) as R[] };
  }

  const connection: DatabaseConnection = {
    executeQuery: read,
    streamQuery: () => {
      throw new Error("Its rows are not streamed.");
    },
  };
  const refuse = async () => {
    throw new Error("It has no transactions.");
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => void (await worker?.terminate()),
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

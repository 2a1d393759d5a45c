import { setTimeout as sleep } from "node:timers/promises";
import { createInstance, type Engine, type Instance } from "#testing/instance.ts";
import { type Part, partsOf } from "../load/parts.ts";
import { createSeed } from "../load/seed.ts";
import { fire, type Shot } from "../load/wrk.ts";
import { ReleasedServer } from "./released-server.ts";
import type { Kind, Measured, Round } from "./verdict.ts";

export interface Commit {
  name: string;
  folder: string;
  env?: NodeJS.ProcessEnv;
}

export interface Plan {
  kinds: ReadonlySet<Kind>;
  rounds: number;
  /** How long each part of a round takes. */
  seconds: number;
  voters: number;
}

interface Contender {
  server: ReleasedServer;
  parts: Part[];
  measured: Map<string, Measured>;
}

/** What a vote leaves to be written within a second belongs to its cost. */
const SETTLED_MS = 1500;
const AT_REST_MS = 1000;

/**
 * Measures all commits on one engine, each part of each round one after the other, beginning with another
 * commit in each round. Returns the figures of each commit. On PostgreSQL only votes are measured: the rest hardly depends on the engine.
 */
export async function measureRounds(
  engine: Engine,
  commits: readonly Commit[],
  plan: Plan,
): Promise<Measured[][]> {
  await using atEnd = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  for (const commit of commits) {
    const instance = await createInstance(engine);
    atEnd.defer(() => instance.atEnd.disposeAsync());
    contenders.push(await prepare(commit, instance, plan, atEnd));
  }
  if (engine === "sqlite") await measureStarts(contenders, plan);
  // The first round only warms up.
  for (let round = 0; round <= plan.rounds; round++) {
    for (const at of contenders[0]?.parts.keys() ?? []) {
      for (const contender of inTurn(contenders, round)) {
        await measurePart(engine, contender, at, round, plan);
      }
    }
    if (engine === "sqlite" && round > 0) noteMemory(contenders, plan);
    console.log(`${engine}: ${round === 0 ? "warmed up" : `round ${round} of ${plan.rounds}`}`);
  }
  return contenders.map(({ measured }) => [...measured.values()]);
}

async function prepare(
  commit: Commit,
  instance: Instance,
  plan: Plan,
  atEnd: AsyncDisposableStack,
): Promise<Contender> {
  const engine = instance.databaseUrl ? "postgres" : "sqlite";
  const server = new ReleasedServer(commit.folder, instance, commit.env);
  atEnd.defer(() => server.stop());
  await server.start();
  const seed = await createSeed(server, plan.voters, plan.rounds + 1);
  const parts = partsOf(seed, engine).filter(
    ({ kind }) => plan.kinds.has(kind as Kind) && (engine === "sqlite" || kind === "votes"),
  );
  return { server, parts, measured: new Map() };
}

const inTurn = <T>(all: readonly T[], round: number): T[] => {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

async function measureStarts(contenders: readonly Contender[], { kinds, rounds }: Plan) {
  if (!kinds.has("start") && !kinds.has("memory")) return;
  for (let round = 0; round < rounds; round++) {
    for (const contender of inTurn(contenders, round)) {
      await contender.server.stop();
      const { milliseconds, processorMs } = await contender.server.start();
      await sleep(AT_REST_MS);
      if (kinds.has("start")) {
        note(contender, ["start", "start", "ms"], { cost: processorMs, clock: milliseconds });
      }
      if (kinds.has("memory")) {
        note(contender, ["memory at rest", "memory", "MB"], {
          cost: contender.server.memory() / 1e6,
        });
      }
    }
  }
}

async function measurePart(
  engine: Engine,
  contender: Contender,
  at: number,
  round: number,
  { seconds }: Plan,
): Promise<void> {
  const part = contender.parts[at];
  if (!part) return;
  const { server } = contender;
  const name = part.kind === "votes" ? `${part.name}, ${engine}` : part.name;
  const shots: Shot[] = part.shots(round);
  const before = await server.processorSeconds();
  const run = await fire(server.url, shots, {
    seconds,
    connections: part.connections,
    once: part.once ?? false,
  });
  if (part.kind === "votes") await sleep(SETTLED_MS);
  const spent = (await server.processorSeconds()) - before;
  if (round === 0) return;
  note(contender, [name, part.kind as Kind, "µs"], {
    cost: (spent * 1e6) / run.answered,
    clock: run.answered / run.seconds,
    // Without a response there is no cost of one.
    failed: run.answered === 0 ? 1 : run.refused + run.broken,
  });
}

function noteMemory(contenders: readonly Contender[], { kinds }: Plan): void {
  if (!kinds.has("memory")) return;
  for (const contender of contenders) {
    if (contender.parts.length === 0) continue;
    note(contender, ["memory after a round", "memory", "MB"], {
      cost: contender.server.memory() / 1e6,
    });
  }
}

function note(
  { measured }: Contender,
  [part, kind, unit]: [part: string, kind: Kind, unit: Measured["unit"]],
  round: Round,
): void {
  const seen = measured.get(part) ?? { part, kind, unit, rounds: [] };
  seen.rounds.push(round);
  measured.set(part, seen);
}

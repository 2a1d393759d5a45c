/**
 * A number that a part of the server keeps anyway, or counts by one addition, and that is read when
 * somebody asks for the metrics. Names and units are Prometheus's: seconds and bytes, counters end
 * in `_total`.
 */
export interface Measure {
  name: string;
  help: string;
  kind: "gauge" | "counter";
  /** The label that tells the parts of an answer apart. */
  label?: string;
  /** The number now, or one for each value of the label; what cannot be read is left out. */
  read(): Reading | Promise<Reading>;
}
export type Reading = number | Record<string, number> | undefined;

/** How often and how much: one histogram, whose values go nowhere until somebody listens. */
export interface Spread {
  name: string;
  help: string;
  /** The upper bounds of its buckets. */
  buckets: readonly number[];
  label?: string;
  observe(value: number, label?: string): void;
}

const all = new Set<Measure>();
const everySpread = new Set<Spread>();

/**
 * Adds a number to the metrics; where several parts give the same name, they are added up. Answers
 * a function that takes it away.
 */
export function measure(one: Measure): () => void {
  all.add(one);
  return () => void all.delete(one);
}

/** Adds a histogram, to be called with each value. It costs nothing while metrics are off. */
export function spread(one: Omit<Spread, "observe">): Spread {
  const made = { ...one, observe: () => undefined };
  everySpread.add(made);
  return made;
}

export const measures = (): ReadonlySet<Measure> => all;
export const spreads = (): ReadonlySet<Spread> => everySpread;

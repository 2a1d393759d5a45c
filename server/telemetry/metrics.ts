/**
 * A number that a part of the server keeps anyway, or counts by one addition, and that is read when
 * the metrics are requested. Names and units follow Prometheus: seconds and bytes, counters end in
 * `_total`.
 */
export interface Measure {
  name: string;
  help: string;
  kind: "gauge" | "counter";
  /** The label that distinguishes the parts of a reading. */
  label?: string;
  /** The current number, or one for each value of the label; what cannot be read is left out. */
  read(): Reading | Promise<Reading>;
}
export type Reading = number | Record<string, number> | undefined;

/** A histogram, which drops its values until a listener sets `observe`. */
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
 * Adds a number to the metrics; numbers of several parts with the same name are added up. Returns a
 * function that removes it.
 */
export function measure(one: Measure): () => void {
  all.add(one);
  return () => void all.delete(one);
}

/** Adds a histogram; pass each value to `observe`. It costs nothing while metrics are off. */
export function spread(one: Omit<Spread, "observe">): Spread {
  const made = { ...one, observe: () => undefined };
  everySpread.add(made);
  return made;
}

export const measures = (): ReadonlySet<Measure> => all;
export const spreads = (): ReadonlySet<Spread> => everySpread;

import { AsyncLocalStorage } from "node:async_hooks";

/** A write is not answered within its time: nobody knows whether it was or will be committed. */
export class OutcomeUnknown extends Error {}

/** A write that was given up before anything could be committed. */
export class WriteRefused extends Error {}

/** From when the time of a write counts, by `performance.now()`. */
const begun = new AsyncLocalStorage<number>();

/**
 * Lets the time within which the writes of `work` must end count from `since`, by `performance.now()`:
 * from when the first of several attempts began, or when the call came that waited for them.
 */
export const timedFrom = <T>(since: number, work: () => Promise<T>): Promise<T> =>
  begun.run(Math.max(since, begun.getStore() ?? 0), work);

/** Lets the writes of `work` take as long as the database gives them, since nobody waits for an answer. */
export const unhurried = <T>(work: () => Promise<T>): Promise<T> => begun.run(Infinity, work);

/** From when the time of a write that is made now counts; Infinity for one that has all the time. */
export const countedFrom = (): number => begun.getStore() ?? performance.now();

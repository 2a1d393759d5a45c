import { AsyncLocalStorage } from "node:async_hooks";

/** A write got no answer before its deadline: nobody knows whether it was or will be committed. */
export class OutcomeUnknown extends Error {}

/** A write that was given up before anything could be committed. */
export class WriteRefused extends Error {}

/** Start of a write's time, by `performance.now()`. */
const begun = new AsyncLocalStorage<number>();

/**
 * Counts the deadline of the writes of `work` from `since`, by `performance.now()`: when the first
 * of several attempts began, or when the call that waited for them came.
 */
export const timedFrom = <T>(since: number, work: () => Promise<T>): Promise<T> =>
  begun.run(Math.max(since, begun.getStore() ?? 0), work);

/** Runs the writes of `work` without a deadline, since nobody waits for an answer. */
export const unhurried = <T>(work: () => Promise<T>): Promise<T> => begun.run(Infinity, work);

const unlimited = new AsyncLocalStorage<boolean>();

/**
 * Waits for the statements of `work` as long as they take; otherwise one that PostgreSQL should have
 * ended by its `statement_timeout` is given up. To be used where that is off.
 */
export const withoutLimit = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(true, work);

export const isUnlimited = (): boolean => unlimited.getStore() ?? false;

/** Start of the time of a write that is made now; Infinity for one without a deadline. */
export const countedFrom = (): number => begun.getStore() ?? performance.now();

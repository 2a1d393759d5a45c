import { useSyncExternalStore } from "react";

export interface Store<State> {
  initial: State;
  get: () => State;
  set: (next: State) => void;
  /** Calls back at each change; returns a function that stops it. */
  subscribe: (listener: () => void) => () => void;
}

/** A value outside React's tree; components follow it with `useStore`. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The store's value, or what `select` returns for it, which must be the same object while it is
 * unchanged. The server, and React while it hydrates, see the initial value.
 */
export function useStore<State>(store: Store<State>): State;
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part;
export function useStore<State>(store: Store<State>, select = (state: State): unknown => state) {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  );
}

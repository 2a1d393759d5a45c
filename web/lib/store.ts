import { useSyncExternalStore } from "react";

export interface Store<State> {
  initial: State;
  get: () => State;
  set: (next: State) => void;
  /** Calls back at each change; answers the way to stop it. */
  subscribe: (listener: () => void) => () => void;
}

/** A value that lives beside React's tree; components follow it by `useStore`. */
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
 * The store's value, or the part of it that `select` answers, which must be the same object while
 * nothing in it changes. The server, and React as it takes the document over, see the initial one.
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

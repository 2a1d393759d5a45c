/**
 * One of the browser's two storages. Where it is denied or full, values stay in memory for as long
 * as the page is open.
 */
class BrowserStorage {
  readonly #kind: "localStorage" | "sessionStorage";
  readonly #memory = new Map<string, string>();

  constructor(kind: "localStorage" | "sessionStorage") {
    this.#kind = kind;
  }

  /** Null where there is no value, and always on the server. */
  get(key: string): string | null {
    return this.#memory.get(key) ?? this.#storage()?.getItem(key) ?? null;
  }

  set(key: string, value: string): void {
    this.#memory.delete(key);
    try {
      window[this.#kind].setItem(key, value);
    } catch {
      this.#memory.set(key, value);
    }
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#storage()?.removeItem(key);
  }

  keys(): string[] {
    return [...this.#memory.keys(), ...Object.keys(this.#storage() ?? {})];
  }

  /** Where storage is denied, reading the property throws. */
  #storage(): Storage | undefined {
    try {
      return typeof window === "undefined" ? undefined : window[this.#kind];
    } catch {
      return undefined;
    }
  }
}

/** Shared by all tabs. */
export const browserStorage = new BrowserStorage("localStorage");
/** This tab's, until the tab is closed. */
export const tabStorage = new BrowserStorage("sessionStorage");

/**
 * One of the browser's two storages. If it is missing, denied, full or broken, the values it does
 * not accept stay in memory while the page is open.
 */
export class BrowserStorage {
  readonly #kind: "localStorage" | "sessionStorage";
  /** Values that the storage did not accept; null for removed keys that it still has. */
  readonly #memory = new Map<string, string | null>();

  constructor(kind: "localStorage" | "sessionStorage") {
    this.#kind = kind;
  }

  /** Null if there is no value, and always on the server. */
  get(key: string): string | null {
    const kept = this.#memory.get(key);
    return kept === undefined ? this.#stored(key) : kept;
  }

  /** Undefined also for a text that is no JSON: other code in the page may have written it. */
  getJson<Value>(key: string): Value | undefined {
    try {
      return JSON.parse(this.get(key) ?? "");
    } catch {
      return undefined;
    }
  }

  set(key: string, value: string): void {
    this.#try((storage) => storage.setItem(key, value));
    this.#remember(key, value);
  }

  remove(key: string): void {
    this.#try((storage) => storage.removeItem(key));
    this.#remember(key, null);
  }

  keys(): string[] {
    const stored = this.#try((storage) => Object.keys(storage)) ?? [];
    return [...new Set([...this.#memory.keys(), ...stored])].filter(
      (key) => this.get(key) !== null,
    );
  }

  /** Compares with what is stored now, because some storages drop values silently. */
  #remember(key: string, value: string | null): void {
    if (this.#stored(key) === value) this.#memory.delete(key);
    else this.#memory.set(key, value);
  }

  #stored(key: string): string | null {
    return this.#try((storage) => storage.getItem(key)) ?? null;
  }

  /** Undefined on failure: even reading the property may throw. */
  #try<Result>(use: (storage: Storage) => Result): Result | undefined {
    if (typeof window === "undefined") return undefined;
    try {
      return use(window[this.#kind]);
    } catch {
      return undefined;
    }
  }
}

/** Shared by all tabs. */
export const browserStorage = new BrowserStorage("localStorage");
/** This tab's own, until the tab is closed. */
export const tabStorage = new BrowserStorage("sessionStorage");

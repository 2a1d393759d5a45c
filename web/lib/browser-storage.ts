/**
 * One of the browser's two storages. Where it is missing, denied, full or broken, what it does not
 * take stays in memory for as long as the page is open.
 */
export class BrowserStorage {
  readonly #kind: "localStorage" | "sessionStorage";
  /** What the storage did not take; null for what it still has but was removed. */
  readonly #memory = new Map<string, string | null>();

  constructor(kind: "localStorage" | "sessionStorage") {
    this.#kind = kind;
  }

  /** Null where there is no value, and always on the server. */
  get(key: string): string | null {
    const kept = this.#memory.get(key);
    return kept === undefined ? this.#stored(key) : kept;
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

  /** By what the storage now says, as some take nothing without saying so. */
  #remember(key: string, value: string | null): void {
    if (this.#stored(key) === value) this.#memory.delete(key);
    else this.#memory.set(key, value);
  }

  #stored(key: string): string | null {
    return this.#try((storage) => storage.getItem(key)) ?? null;
  }

  /** Undefined where it failed: even reading the property may throw. */
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
/** This tab's, until the tab is closed. */
export const tabStorage = new BrowserStorage("sessionStorage");

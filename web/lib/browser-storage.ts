/**
 * One of the browser's two storages. What it denies, or has no room for, is kept in this page's
 * memory: all goes on as long as the page is open.
 */
class BrowserStorage {
  readonly #kind: "localStorage" | "sessionStorage";
  readonly #memory = new Map<string, string>();

  constructor(kind: "localStorage" | "sessionStorage") {
    this.#kind = kind;
  }

  /** Null for what is not there, and for all on the server. */
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

  /** Where it is denied, the mere mention of it throws. */
  #storage(): Storage | undefined {
    try {
      return typeof window === "undefined" ? undefined : window[this.#kind];
    } catch {
      return undefined;
    }
  }
}

/** All tabs', until it is removed. */
export const local = new BrowserStorage("localStorage");
/** This tab's, until it is closed. */
export const ofTab = new BrowserStorage("sessionStorage");

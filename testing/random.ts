/** Random numbers that repeat for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  share(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** At least 0, less than `below`. */
  int(below: number): number {
    return Math.floor(this.share() * below);
  }

  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)] as T;
  }

  /** Prefers the first elements, more strongly the higher `steepness` is. */
  pickSteep<T>(from: readonly T[], steepness: number): T {
    return from[Math.floor(this.share() ** steepness * from.length)] as T;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
    }
    return shuffled;
  }
}

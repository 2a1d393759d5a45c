import type { Clock } from "#server/clock.ts";

/** When results of surveys in some categories are shown to nobody; times in milliseconds since 1970. */
export interface QuietPeriod {
  id: number;
  title: string;
  /** null for all. */
  categories: readonly number[] | null;
  starts_at: number;
  /** The first moment after it. */
  ends_at: number;
}

/**
 * The quiet periods of a database that are not over, in memory: asking costs nothing while there
 * are none. Empty until `watchQuietPeriods` has read them.
 */
export class QuietPeriods {
  #list: readonly QuietPeriod[] = [];
  /** Raised with each change, so that nothing made before is taken for current. */
  #revision = 0;
  /** `epoch`, from one of its moments to before another. */
  #known = { from: 0, to: 0, epoch: "" };

  replace(list: readonly QuietPeriod[]): void {
    if (JSON.stringify(list) === JSON.stringify(this.#list)) return;
    this.#list = list;
    this.#revision += 1;
    this.#known = { from: 0, to: 0, epoch: "" };
  }

  /** The period that covers a category now, the one that ends last; undefined if none does. */
  covering(categoryId: number, now: number): QuietPeriod | undefined {
    let last: QuietPeriod | undefined;
    for (const period of this.#list) {
      const isLast = last === undefined || period.ends_at > last.ends_at;
      if (isLast && isIn(period, now) && isAbout(period, categoryId)) last = period;
    }
    return last;
  }

  /** Until when a category is covered without a gap; null if it is not covered now. */
  until(categoryId: number, now: number): number | null {
    let end: number | null = null;
    for (let at = now; ; ) {
      const next = this.covering(categoryId, at);
      if (!next) return end;
      end = at = next.ends_at;
    }
  }

  /** The categories that are covered now; "all" if all are. */
  coveredAt(now: number): readonly number[] | "all" {
    const covering = this.#list.filter((period) => isIn(period, now));
    if (covering.some(({ categories }) => categories === null)) return "all";
    return [...new Set(covering.flatMap(({ categories }) => categories ?? []))];
  }

  /**
   * A text that differs from one moment to another if a period has begun, ended or changed between
   * them: what was made in one epoch may not be shown in another. Empty without periods.
   */
  epoch(clock: Clock): string {
    if (this.#list.length === 0) return this.#revision === 0 ? "" : `${this.#revision}`;
    const now = clock.now();
    const known = this.#known;
    if (known.from <= now && now < known.to) return known.epoch;
    const moments = this.#list.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
    const from = Math.max(0, ...moments.filter((moment) => moment <= now));
    const to = Math.min(Infinity, ...moments.filter((moment) => moment > now));
    this.#known = { from, to, epoch: `${this.#revision}:${from}` };
    return this.#known.epoch;
  }

  /** Milliseconds until the next period begins; Infinity if none does. */
  startsIn(clock: Clock): number {
    let least = Infinity;
    if (this.#list.length === 0) return least;
    const now = clock.now();
    for (const { starts_at } of this.#list) {
      if (starts_at > now) least = Math.min(least, starts_at - now);
    }
    return least;
  }
}

const isIn = ({ starts_at, ends_at }: QuietPeriod, now: number): boolean =>
  starts_at <= now && now < ends_at;

const isAbout = ({ categories }: QuietPeriod, categoryId: number): boolean =>
  categories === null || categories.includes(categoryId);

/** Categories as the column has them: ids with commas between; null for all. */
export const toCategories = (text: string | null): number[] | null =>
  text === null ? null : text.split(",").map(Number);

import type { Report } from "#contract/report.ts";
import { isolated } from "#web/lib/direction.ts";
import type { Shown } from "./groups.ts";

type Options = Report["options"];

/** A group's shares side by side, each as wide as it is large. */
export function ShareBar({ options, shown }: { options: Options; shown: Shown }) {
  let at = 0;
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="img"
      aria-label={describe(options, shown)}
      className="h-5 w-full overflow-hidden rounded bg-sunken"
    >
      {options.map(({ id, color }, i) => {
        const width = (100 * (shown.counts[i] ?? 0)) / Math.max(1, shown.votes);
        at += width;
        return <rect key={id} x={at - width} width={width} height="4" fill={color} />;
      })}
    </svg>
  );
}

/** In place of the bar of a group that is not shown. */
export function HiddenBar() {
  return (
    <svg aria-hidden="true" className="h-5 w-full rounded">
      <Hatching />
      <rect width="100%" height="100%" fill={HATCHED} />
    </svg>
  );
}

export const HATCHED = "url(#hatching)";

/** The pattern that `HATCHED` refers to. */
export function Hatching() {
  return (
    <defs>
      <pattern
        id="hatching"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--color-sunken)" />
        <rect width="1.2" height="5" fill="var(--color-line)" />
      </pattern>
    </defs>
  );
}

export const describe = (options: Options, { shares }: Shown): string =>
  options.map(({ content }, i) => `${isolated(content)} %${shares[i]}`).join(", ");

/** Which colour is which option. */
export function Legend({ options }: { options: Options }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {options.map(({ id, content, color }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-2">
          <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
            <rect width="12" height="12" rx="3" fill={color} />
          </svg>
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {content}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** In place of a group that is too small, or would tell of one that is (R296). */
export const TOO_SMALL = "Bu grupta 10’dan az kişi var";
export const TOO_SMALL_NOTE =
  "10’dan az kişinin oy verdiği gruplar gösterilmez; gösterilseydi böyle bir grubu ele verecek olanlar da. Sayılar en az 10 yeni oyda bir güncellenir.";

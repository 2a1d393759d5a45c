import Check from "lucide-react/icons/check";
import type { Result } from "#contract/endpoints/votes.ts";
import { CountUp } from "#web/features/results/count-up.tsx";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";

export interface Share extends Pick<Result, "count" | "value" | "color"> {
  /** Votes for all options together. */
  total: number;
  /** Whether it grows before one's eyes. */
  isNew: boolean;
}

/** Fills the place behind an option's text as far as its share goes. */
export function ShareFill({ share: { count, total, color, isNew } }: { share: Share }) {
  return (
    <svg
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <rect
        width={total === 0 ? 0 : (100 * count) / total}
        height="1"
        fill={color}
        fillOpacity="0.22"
        className={cn(
          "origin-left",
          isNew && "transition-transform duration-400 starting:scale-x-0",
        )}
      />
    </svg>
  );
}

/** In the radio button's place: a tick on one's own option, the result's colour on the others. */
export function ShareMark({ color, isOwn }: { color: string; isOwn: boolean }) {
  if (isOwn) return <Check className="size-5 text-nar" strokeWidth={3} aria-hidden="true" />;
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
      <circle cx="6" cy="6" r="6" fill={color} />
    </svg>
  );
}

/** Percentage and votes of an option; without them its place is kept free. */
export function ShareNumbers({ share, isInLine }: { share: Share | undefined; isInLine: boolean }) {
  return (
    <span
      className={cn(
        "flex shrink-0 leading-tight tabular-nums",
        isInLine ? "h-5 items-baseline gap-2" : "w-16 flex-col items-end",
      )}
    >
      {share && (
        <>
          <b className="text-lg leading-tight font-extrabold">
            <CountUp value={Number(share.value.slice(1))} format={percent} fromZero={share.isNew} />
          </b>
          <span className="text-sm leading-tight">
            <CountUp value={share.count} format={votes} fromZero={share.isNew} />
          </span>
        </>
      )}
    </span>
  );
}

const percent = (value: number): string => `%${value}`;
const votes = (count: number): string => `${formatNumber(count)} Oy`;

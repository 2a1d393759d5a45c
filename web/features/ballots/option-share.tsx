import Check from "lucide-react/icons/check";
import type { Result } from "#contract/endpoints/votes.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { CountUp } from "./count-up.tsx";

export interface Share extends Pick<Result, "count" | "value" | "color"> {
  /** Votes for all options together. */
  total: number;
  /** Whether the bar grows with an animation. */
  isNew: boolean;
}

/** Fills the space behind an option's text in proportion to its share. */
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

/** Replaces the radio button: a tick on the voter's option, the result's colour on the others. */
export function ShareMark({ color, isOwn }: { color: string; isOwn: boolean }) {
  if (isOwn) return <Check className="size-5 text-nar" strokeWidth={3} aria-hidden="true" />;
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
      <circle cx="6" cy="6" r="6" fill={color} />
    </svg>
  );
}

/** An option's percentage and votes; without a share the space stays reserved. */
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

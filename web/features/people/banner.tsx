import { cn } from "#web/ui/cn.ts";

/** The top of a profile: a pattern of logos. */
export function Banner({ className }: { className?: string }) {
  return (
    <svg
      className={cn("w-full bg-turkuaz-soft text-turkuaz", className)}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <pattern id="banner" width="96" height="96" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
            <path d="M17 36 24 43 32 33H36A9 9 0 0 0 36 15H26A9 9 0 0 0 20 30" opacity=".35" />
            <path d="M65 84 72 91 80 81H84A9 9 0 0 0 84 63H74A9 9 0 0 0 68 78" opacity=".18" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#banner)" />
    </svg>
  );
}

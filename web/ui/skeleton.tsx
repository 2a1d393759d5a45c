import { cn } from "./cn.ts";

/** A grey placeholder for loading content: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn("animate-breathe rounded bg-line/60", className)} />;
}

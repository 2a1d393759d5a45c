import { cn } from "./cn.ts";

/** A grey shape in the place and size of what is on its way: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn("animate-breathe rounded bg-line/60", className)} />;
}

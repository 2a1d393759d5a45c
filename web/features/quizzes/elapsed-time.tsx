import Timer from "lucide-react/icons/timer";
import { useEffect, useState } from "react";
import { MINUTE_S, SECOND_MS } from "#contract/durations.ts";

/** The time since the start, which is shown and never limits anything. */
export function ElapsedTime({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(ticking);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / SECOND_MS));
  const shown = `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
  return (
    // Not announced: it changes each second.
    <span role="timer" aria-live="off" className="flex items-center gap-1">
      <Timer className="size-4" aria-hidden="true" />
      <span className="sr-only">Geçen süre </span>
      {shown}
    </span>
  );
}

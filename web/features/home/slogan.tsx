import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useEffect, useState } from "react";
import { SLOGAN_ROTATION_MS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";

const SLOGANS = ["Güçlü İşlemli", "Kaliteli", "Güvenilir"];
const REST = "Anketler Oluştur";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** Rotates the slogans, unless the system asks for reduced motion. */
export function useSlogan() {
  const [shown, setShown] = useState(0);
  const [isMoving, setMoving] = useState(true);
  useEffect(() => {
    if (!isMoving || matchMedia(REDUCED_MOTION).matches) return;
    const timer = setInterval(
      () => setShown((now) => (now + 1) % SLOGANS.length),
      SLOGAN_ROTATION_MS,
    );
    return () => clearInterval(timer);
  }, [isMoving]);
  return { shown, isMoving, toggle: () => setMoving(!isMoving) };
}

/** All slogans share one grid cell, so that changing them moves nothing; screen readers get one. */
export function SloganHeading({ shown }: { shown: number }) {
  return (
    <h1 className="text-[min(1.625rem,7.5vw)] leading-[1.02] sm:text-[clamp(2.5rem,6.4vw,4.75rem)] font-extrabold">
      <span className="sr-only">{`${SLOGANS[0]} ${REST}`}</span>
      <span aria-hidden="true">
        <span className="grid justify-items-start text-nar">
          {SLOGANS.map((slogan, at) => (
            <span
              key={slogan}
              className={cn(
                "col-start-1 row-start-1 transition duration-180",
                at !== shown && "translate-y-2 opacity-0",
              )}
            >
              {slogan}
            </span>
          ))}
        </span>
        {REST}
      </span>
    </h1>
  );
}

/** Stops and starts the rotation (WCAG 2.2.2). */
export function SloganSwitch({ isMoving, onPress }: { isMoving: boolean; onPress: () => void }) {
  const Icon = isMoving ? Pause : Play;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={isMoving ? "Sloganı durdur" : "Sloganı oynat"}
      onClick={onPress}
      className="absolute top-0 right-0 tight:static text-muted motion-reduce:hidden"
    >
      <Icon className="size-5" aria-hidden="true" />
    </Button>
  );
}

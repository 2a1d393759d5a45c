import { useLayoutEffect, useRef } from "react";

const COUNT_MS = 400;

interface Props {
  value: number;
  format: (value: number) => string;
  /** Whether to count up to the first value too. */
  fromZero: boolean;
}

/** A number that counts up when it changes, without a rendering for each step. */
export function CountUp({ value, format, fromZero }: Props) {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useRef(fromZero ? 0 : value);
  useLayoutEffect(() => {
    const [element, from] = [ref.current, shown.current];
    shown.current = value;
    if (!element || from === value || matchMedia("(prefers-reduced-motion: reduce)").matches)
      return;
    const startedAt = performance.now();
    let frame = 0;
    const draw = () => {
      const progress = Math.min(1, (performance.now() - startedAt) / COUNT_MS);
      element.textContent = format(Math.round(from + (value - from) * (1 - (1 - progress) ** 3)));
      if (progress < 1) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      element.textContent = format(value);
    };
  }, [value, format]);
  return <span ref={ref}>{format(value)}</span>;
}

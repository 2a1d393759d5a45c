import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Survey } from "#contract/survey-shapes.ts";

/** So much later the server's clock has passed the moment too, and not everybody asks at once. */
const soonAfter = () => 1000 + Math.random() * 2000;
/** Timers take no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reads a survey and its results anew when it starts or ends before somebody's eyes. */
export function useRefreshInTime({ start_time, expire_time }: Survey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const delays = [start_time, expire_time]
      .map((moment) => Date.parse(moment ?? "") - Date.now() + soonAfter())
      .filter((delay) => delay > 0 && delay <= LONGEST_TIMER_MS);
    const readAnew = () => {
      for (const key of ["survey", "results"]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    };
    const timers = delays.map((delay) => setTimeout(readAnew, delay));
    return () => timers.forEach(clearTimeout);
  }, [start_time, expire_time, queryClient]);
}

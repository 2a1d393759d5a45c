import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** So much later the server's clock has passed the moment too, and not everybody asks at once. */
const soonAfter = () => 1000 + Math.random() * 2000;
/** Who looks at it for longer has come back to the page meanwhile, which reads it anew too. */
const DAY_MS = 24 * 3600 * 1000;

/** Reads a survey and its results anew when it starts or ends before somebody's eyes. */
export function useRefreshInTime({ start_time, expire_time }: Survey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAnew = () => {
      for (const queryKey of [queryKeys.anySurvey, queryKeys.anyResults]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    const timers = [start_time, expire_time]
      .map((moment) => Date.parse(moment ?? "") - Date.now())
      .filter((left) => left > 0 && left < DAY_MS)
      .map((left) => setTimeout(readAnew, left + soonAfter()));
    return () => timers.forEach(clearTimeout);
  }, [start_time, expire_time, queryClient]);
}

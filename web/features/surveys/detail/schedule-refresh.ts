import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { DAY_MS } from "#contract/durations.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Allows for clock skew of the server, and spreads out the requests of all open pages. */
const delayMs = () => 1000 + Math.random() * 2000;

/** Refetches a survey and its results when it starts or ends while the page is open. */
export function useScheduledRefresh({ start_time, expire_time }: Survey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetch = () => {
      for (const queryKey of [queryKeys.anySurvey, queryKeys.anyResults]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    const timers = [start_time, expire_time]
      .map((moment) => Date.parse(moment ?? "") - Date.now())
      // Later changes need no timer: returning to the page refetches anyway.
      .filter((ms) => ms > 0 && ms < DAY_MS)
      .map((ms) => setTimeout(refetch, ms + delayMs()));
    return () => timers.forEach(clearTimeout);
  }, [start_time, expire_time, queryClient]);
}

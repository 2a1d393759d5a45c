import { useEffect, useState } from "react";
import type { Survey } from "#contract/survey-shapes.ts";

/**
 * The option chosen in this tab. It outlives a reload and the way through registration, and is
 * forgotten once it is voted for (decision 2).
 */
export function useKeptChoice({ id, options }: Survey) {
  const [choice, setChoice] = useState<number | null>(null);
  const key = `choice:${id}`;

  useEffect(() => {
    const kept = Number(sessionStorage.getItem(key));
    if (options.some((option) => option.id === kept)) setChoice(kept);
  }, [key, options]);

  return {
    choice,
    choose: (optionId: number) => {
      sessionStorage.setItem(key, String(optionId));
      setChoice(optionId);
    },
    /** After voting nothing on the device tells what was voted for. */
    forgetKept: () => sessionStorage.removeItem(key),
  };
}

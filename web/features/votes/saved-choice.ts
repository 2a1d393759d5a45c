import { useLayoutEffect, useRef, useState } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { ofTab } from "#web/lib/browser-storage.ts";

const CHOICE = "choice:";

/** Somebody else may sit here next. */
export function forgetChoices(): void {
  for (const key of ofTab.keys()) if (key.startsWith(CHOICE)) ofTab.remove(key);
}

/**
 * The option chosen in this tab. It outlives a reload and the way through registration, and is
 * forgotten once it is voted for (R13).
 */
export function useKeptChoice({ id, options }: Survey) {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<number | null>(null);
  const key = CHOICE + id;

  const choose = (optionId: number) => {
    ofTab.set(key, String(optionId));
    setChoice(optionId);
  };
  const unchoose = () => {
    ofTab.remove(key);
    setChoice(null);
  };

  useLayoutEffect(() => {
    // On a slow line one may choose before the scripts are there.
    const pressed = form.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const kept = Number(pressed ?? ofTab.get(key));
    if (options.some((option) => option.id === kept)) setChoice(kept);
  }, [key, options]);

  return {
    /** Of the options' radio buttons. */
    form,
    choice,
    choose,
    unchoose,
    /** After voting nothing on the device tells what was voted for. */
    forgetKept: () => ofTab.remove(key),
  };
}

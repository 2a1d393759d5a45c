import { useLayoutEffect, useRef, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";

const KEY_PREFIX = "choice:";

const WAITING_PREFIX = "waiting:";

/** Runs at sign-out: the next person at this device must not see what was chosen. */
export function clearSavedChoices(): void {
  for (const key of tabStorage.keys()) {
    if (key.startsWith(KEY_PREFIX) || key.startsWith(WAITING_PREFIX)) tabStorage.remove(key);
  }
}

/** Whether a vote in this tab waits for the voter's e-mail verification; survives a reload. */
export function useWaiting(surveyId: number) {
  const [isWaiting, setWaiting] = useState(false);
  const key = WAITING_PREFIX + surveyId;
  useLayoutEffect(() => setWaiting(tabStorage.get(key) !== null), [key]);
  return {
    isWaiting,
    waitForVerification() {
      tabStorage.set(key, "");
      setWaiting(true);
    },
    stopWaiting() {
      tabStorage.remove(key);
      setWaiting(false);
    },
  };
}

/**
 * The option chosen in this tab. It is saved until the vote is cast, so that it survives a reload
 * and signing up (R13).
 */
export function useSavedChoice({ id, options }: Pick<Survey, "id" | "options">) {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<number | null>(null);
  const key = KEY_PREFIX + id;

  const choose = (optionId: number) => {
    tabStorage.set(key, String(optionId));
    setChoice(optionId);
  };
  const clear = () => {
    tabStorage.remove(key);
    setChoice(null);
  };

  useLayoutEffect(() => {
    // An option may have been checked before the scripts loaded.
    const checked = form.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const saved = Number(checked ?? tabStorage.get(key));
    if (options.some((option) => option.id === saved)) setChoice(saved);
  }, [key, options]);

  return {
    /** Ref of the form that holds the options' radio buttons. */
    form,
    choice,
    choose,
    clear,
    /** Deletes the saved copy, so that no trace remains after voting; the choice stays shown. */
    deleteSaved: () => tabStorage.remove(key),
  };
}

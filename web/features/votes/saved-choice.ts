import { useLayoutEffect, useRef, useState } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { BallotView } from "#web/features/ballots/ballot-view.ts";
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
 * The choice made in this tab. It is saved until the vote is cast, so that it survives a reload
 * and signing up (R13).
 */
export function useSavedChoice(
  { id, options }: Pick<Survey, "id" | "options">,
  { save, restore }: BallotView,
) {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const key = KEY_PREFIX + id;

  const choose = (chosen: Choice) => {
    tabStorage.set(key, save(chosen));
    setChoice(chosen);
  };
  const clear = () => {
    tabStorage.remove(key);
    setChoice(null);
  };

  useLayoutEffect(() => {
    const restored = restore(form.current, tabStorage.get(key), options);
    if (restored) setChoice(restored);
  }, [key, options, restore]);

  return {
    /** Ref of the form that holds the options. */
    form,
    choice,
    choose,
    clear,
    /** Deletes the saved copy, so that no trace remains after voting; the choice stays shown. */
    deleteSaved: () => tabStorage.remove(key),
  };
}

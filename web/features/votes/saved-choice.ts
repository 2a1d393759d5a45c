import { useLayoutEffect, useRef, useState } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { BallotView } from "#web/features/ballots/ballot-view.ts";
import { browserStorage, tabStorage } from "#web/lib/browser-storage.ts";
import { deleteWaitingVote, readWaitingVote, saveWaitingVote } from "./waiting-vote.ts";

const KEY_PREFIX = "choice:";

/** Runs at sign-out: the next person at this device must not see what was chosen. */
export function clearSavedChoices(): void {
  for (const storage of [tabStorage, browserStorage]) {
    for (const key of storage.keys())
      if (/^(choice:|waiting:|code-attempt$)/.test(key)) storage.remove(key);
  }
}

/**
 * The choice made in this tab. It is saved until the vote is cast, so that it survives a reload
 * and signing up (R13); once "Oyla" was pressed it survives the tab too (R500).
 */
export function useSavedChoice<Chosen extends Choice>(
  { id, options }: Pick<Survey, "id" | "options">,
  { save, restore }: Pick<BallotView<Chosen>, "save" | "restore">,
) {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<Chosen | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const key = KEY_PREFIX + id;

  const choose = (chosen: Chosen) => {
    tabStorage.set(key, save(chosen));
    const waiting = readWaitingVote(id);
    if (waiting) saveWaitingVote(id, save(chosen), waiting.account);
    setChoice(chosen);
  };
  /** Deletes the saved copies, so that no trace remains after voting; the choice stays shown. */
  const deleteSaved = () => {
    tabStorage.remove(key);
    deleteWaitingVote(id);
    setWaiting(false);
  };

  useLayoutEffect(() => {
    const waiting = readWaitingVote(id);
    const isOffered = waiting?.account === null;
    const saved = tabStorage.get(key) ?? (isOffered ? waiting.choice : null);
    const restored = restore(form.current, saved, options);
    if (restored) setChoice(restored);
    setWaiting(waiting !== undefined && !isOffered);
  }, [id, key, options, restore]);

  return {
    /** Ref of the form that holds the options. */
    form,
    choice,
    choose,
    clear: () => {
      deleteSaved();
      setChoice(null);
    },
    deleteSaved,
    /** Keeps the choice until the visitor is signed in. */
    waitForSignIn: (chosen: Chosen) => saveWaitingVote(id, save(chosen), null),
    waitForVerification(chosen: Chosen) {
      saveWaitingVote(id, save(chosen), readWaitingVote(id)?.account ?? null);
      setWaiting(true);
    },
    /** Whether the vote waits for the voter's e-mail verification; survives the tab. */
    isWaiting,
    stopWaiting: () => setWaiting(false),
    /** Chooses what the vote is for that waits in this browser, unless something is chosen. */
    restoreWaiting: () =>
      setChoice((now) => now ?? restore(null, readWaitingVote(id)?.choice ?? null, options)),
  };
}

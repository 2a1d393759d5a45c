import { useLayoutEffect, useState } from "react";
import type { QuizAnswers } from "#contract/shapes/quiz-shapes.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";

/** An attempt that has not ended. */
export interface Run {
  answers: QuizAnswers;
  /** The question on screen, by index. */
  at: number;
  /** In milliseconds since 1970. */
  startedAt: number;
}

/** Forgotten at sign-out with other choices, whose keys begin so. */
const KEY_PREFIX = "choice:";

/** The attempt under way in this tab; it survives a reload (R615). */
export function useSavedRun(surveyId: number, questionCount: number | undefined) {
  const [run, setRun] = useState<Run | null>(null);
  const key = `${KEY_PREFIX}test-${surveyId}`;

  useLayoutEffect(() => {
    const saved = tabStorage.getJson<Run>(key);
    if (isRun(saved, questionCount)) setRun(saved);
  }, [key, questionCount]);

  return {
    run,
    save(changed: Run | null) {
      if (changed) tabStorage.set(key, JSON.stringify(changed));
      else tabStorage.remove(key);
      setRun(changed);
    },
  };
}

/** Whether this is an attempt at as many questions: other code may have written it. */
function isRun(saved: Partial<Run> | undefined, questions: number | undefined): saved is Run {
  const isWhole =
    Number.isInteger(saved?.at) &&
    Number.isFinite(saved?.startedAt) &&
    Array.isArray(saved?.answers) &&
    saved.answers.every((chosen) => Array.isArray(chosen));
  if (!isWhole || saved?.answers?.length !== questions) return false;
  const { at = 0 } = saved ?? {};
  return at >= 0 && at < (questions ?? 0);
}

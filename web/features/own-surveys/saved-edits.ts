import { carryOverReload } from "#web/lib/api/chunk-load-error.ts";
import { onSessionChange } from "#web/lib/session.ts";

/** The name of the field for an option's text, by the option's id. */
export type OptionField = `option-${number}`;

/** What can be changed during a survey; the question and the options only until somebody votes. */
export interface SurveyFields {
  question: string;
  [option: OptionField]: string;
  description: string;
  /** In Istanbul time, "2026-11-20T09:30"; kept while `isEndless` is on. */
  end: string;
  isEndless: boolean;
}
export type SurveyEdits = Partial<SurveyFields>;

// By survey id, until they are saved or discarded: edits survive closing the form by mistake and a
// session that expires while it is open.
const edits = new Map<number, SurveyEdits>(
  carryOverReload("survey-edits", (): [number, SurveyEdits][] => [...edits]),
);
/** The survey whose form was open when the session ended. */
let interrupted: number | undefined;

export const savedEdits = (id: number): SurveyEdits | undefined => edits.get(id);

export const saveEdits = (id: number, changed: SurveyEdits): void => void edits.set(id, changed);

export const forgetEdits = (id: number): void => void edits.delete(id);

export const wasInterrupted = (id: number): boolean => interrupted === id;

/** Records a session's end while the form is open, until the returned function is called. */
export function watchForInterruption(id: number): () => void {
  interrupted = undefined;
  return onSessionChange((change) => {
    if (change !== "ended") interrupted = id;
  });
}

onSessionChange((change) => {
  if (change !== "ended") return;
  edits.clear();
  interrupted = undefined;
});

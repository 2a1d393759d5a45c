import { useEffect } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { type Draft, isUntouched, newDraft } from "./draft.ts";
import type { FieldErrors } from "./draft-checks.ts";
import { deleteDraft, loadDraft, saveDraft } from "./draft-storage.ts";

export type Publication =
  | { state: "idle" }
  | { state: "publishing"; percent: number }
  | { state: "published"; survey: Survey };

export interface Wizard {
  draft: Draft;
  /** Whether the draft comes from an earlier visit. */
  isRestored: boolean;
  /** False where the browser cannot save the draft: a reload then loses it. */
  canSave: boolean;
  publication: Publication;
  errors: FieldErrors;
  /** Counts failed checks; each moves the focus to the first invalid field. */
  failedChecks: number;
}

// One draft per browser, shared by its tabs. It outlives the page component, so that leaving the
// page and coming back loses nothing, even where the browser cannot save it.
const wizardStore = createStore<Wizard | null>(null);
let isBegun = false;
let isUnsaved = false;
let saving: Promise<void> | undefined;
let otherTabs: BroadcastChannel | undefined;
let timesInSight = 0;

/** Null on the server and until the saved draft is loaded. */
export function useWizard(): Wizard | null {
  useEffect(() => {
    timesInSight += 1;
    if (!isBegun) void begin();
    isBegun = true;
    return () => {
      timesInSight -= 1;
    };
  }, []);
  return useStore(wizardStore);
}

export const currentWizard = wizardStore.get;

export const isWizardMounted = (): boolean => timesInSight > 0;

export function changeDraft(change: (draft: Draft) => Draft): void {
  const wizard = currentWizard();
  if (!wizard) return;
  const draft = change(wizard.draft);
  if (draft === wizard.draft) return;
  set({ draft });
  void saveNow();
}

/** Changes fields of the main information; what was wrong with them is not said any longer. */
export function setFields(changes: Partial<Draft>, ...fields: string[]): void {
  changeDraft((draft) => ({ ...draft, ...changes }));
  setErrors(fields, {});
}

/** Replaces the errors of these fields; the other fields keep theirs. */
export function setErrors(fields: string[], errors: FieldErrors): void {
  const wizard = currentWizard();
  if (!wizard) return;
  const others = Object.entries(wizard.errors).filter(([field]) => !fields.includes(field));
  set({ errors: { ...Object.fromEntries(others), ...errors } });
}

/** Shows these errors: opens their section, where the first invalid field takes the focus. */
export function showErrors(errors: FieldErrors): void {
  const wizard = currentWizard();
  if (!wizard) return;
  const isAboutOptions = Object.keys(errors).some((field) => field.includes(":"));
  const section = isAboutOptions ? 3 : 1;
  changeDraft((draft) => ({ ...draft, section }));
  set({ errors, failedChecks: wizard.failedChecks + 1 });
}

/** While publishing goes on, on whatever page, the browser asks before it closes the tab. */
export function setPublication(publication: Publication): void {
  set({ publication });
  if (publication.state === "publishing") addEventListener("beforeunload", askBeforeClosing);
  else removeEventListener("beforeunload", askBeforeClosing);
}

const askBeforeClosing = (closing: Event): void => closing.preventDefault();

export function dismissPublished(): void {
  if (currentWizard()?.publication.state === "published") setPublication({ state: "idle" });
}

/** Replaces the draft by a new one, in all tabs. */
export async function startNewDraft(): Promise<void> {
  set({ draft: newDraft(Date.now()), isRestored: false, errors: {} });
  await saveNow();
}

/** Resolves when the current draft is saved, or cannot be. */
export function saveNow(): Promise<void> {
  isUnsaved = true;
  saving ??= save();
  return saving;
}

async function save(): Promise<void> {
  for (let now = currentWizard(); isUnsaved && now; now = currentWizard()) {
    isUnsaved = false;
    const { draft } = now;
    const action = isUntouched(draft) ? deleteDraft() : saveDraft(draft);
    const canSave = await action.then(
      () => true,
      () => false,
    );
    if (canSave) otherTabs?.postMessage("changed");
    if (canSave !== currentWizard()?.canSave) set({ canSave });
  }
  saving = undefined;
}

async function begin(): Promise<void> {
  const saved = await loadDraft(Date.now()).catch(() => "denied" as const);
  const isRestored = saved !== "denied" && saved !== null && !isUntouched(saved);
  const draft = isRestored ? saved : newDraft(Date.now());
  set({
    draft,
    isRestored,
    canSave: saved !== "denied",
    publication: { state: "idle" },
    errors: {},
    failedChecks: 0,
  });
  if (!("BroadcastChannel" in window)) return;
  otherTabs = new BroadcastChannel("survey-wizard");
  otherTabs.onmessage = () => void follow();
}

/**
 * Another tab changed the draft; what this one is typing or publishing comes first, and it stays at
 * its section.
 */
async function follow(): Promise<void> {
  const before = currentWizard()?.draft;
  const draft = await loadDraft(Date.now()).catch(() => null);
  const now = currentWizard();
  const isBusy = saving || now?.publication.state === "publishing" || now?.draft !== before;
  if (isBusy) return;
  const isSame = draft && draft.key === before?.key && before.section <= draft.reached;
  set({ draft: isSame ? { ...draft, section: before.section } : (draft ?? newDraft(Date.now())) });
}

function set(changes: Partial<Wizard>): void {
  wizardStore.set({ ...(wizardStore.get() as Wizard), ...changes });
}

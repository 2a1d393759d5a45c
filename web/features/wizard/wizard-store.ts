import { useEffect } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { unsaved } from "#web/lib/api/chunk-load-error.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { type Draft, isUntouched, newDraft } from "./draft/draft.ts";
import { type FieldErrors, fieldValue } from "./draft/draft-checks.ts";
import {
  deleteDraft,
  loadDraft,
  loadPhotos,
  saveDraft,
  storeAnswers,
} from "./draft/draft-storage.ts";
import { isNewer, mergeDrafts, noteEdits } from "./draft/merge-drafts.ts";
import { parseSavedDraft } from "./draft/saved-draft.ts";

export type Publication =
  | { state: "idle" }
  | { state: "publishing"; percent: number }
  | { state: "published"; survey: Survey };

export interface Wizard {
  draft: Draft;
  /** Whether the draft comes from an earlier visit. */
  isRestored: boolean;
  /** False if the browser cannot save the draft: a reload then loses it. */
  canSave: boolean;
  publication: Publication;
  errors: FieldErrors;
  /** Counts failed checks; each moves the focus to the first invalid field. */
  failedChecks: number;
}

// One draft per browser, shared by its tabs. It outlives the page component, so that leaving the
// page and returning loses nothing, even if the browser cannot save it.
const wizardStore = createStore<Wizard | null>(null);
let isLoadStarted = false;
/** If false, the draft is only in memory, and a previously saved one stays unchanged. */
let hasStore = false;
let hasUnsavedChanges = false;
let saving: Promise<void> | undefined;
let otherTabs: BroadcastChannel | undefined;
let mountCount = 0;

/** Null on the server and until the saved draft is loaded. */
export function useWizard(): Wizard | null {
  useEffect(() => {
    mountCount += 1;
    if (!isLoadStarted) void loadSavedDraft();
    isLoadStarted = true;
    return () => {
      mountCount -= 1;
    };
  }, []);
  return useStore(wizardStore);
}

export const currentWizard = wizardStore.get;

unsaved.add(() => {
  const wizard = currentWizard();
  if (!wizard) return false;
  const isKept = wizard.canSave || isUntouched(wizard.draft);
  return !isKept || wizard.publication.state === "publishing";
});

export const isWizardMounted = (): boolean => mountCount > 0;

/** Changes the draft, and removes the errors of what is changed. */
export function changeDraft(change: (draft: Draft) => Draft): void {
  const wizard = currentWizard();
  if (!wizard) return;
  const changed = change(wizard.draft);
  if (changed === wizard.draft) return;
  const draft = noteEdits(wizard.draft, changed, Date.now());
  const errors = Object.entries(wizard.errors).filter(
    ([field]) => fieldValue(draft, field) === fieldValue(wizard.draft, field),
  );
  update({ draft, errors: Object.fromEntries(errors) });
  void saveNow();
}

export const setFields = (changes: Partial<Draft>): void =>
  changeDraft((draft) => ({ ...draft, ...changes }));

/** The survey's own fields that are in the section of the options. */
const BESIDE_OPTIONS = ["choices", "askedBy", "paidBy"];

/** Shows these errors: opens their section, where the first invalid field takes the focus. */
export function showErrors(errors: FieldErrors): void {
  const wizard = currentWizard();
  if (!wizard) return;
  const fields = Object.keys(errors);
  const isAboutOptions = fields.some((field) => field.includes(":"));
  const isOfLastSection = fields.every((field) => BESIDE_OPTIONS.includes(field));
  const section = isAboutOptions || isOfLastSection ? 3 : 1;
  changeDraft((draft) => ({ ...draft, section }));
  update({ errors, failedChecks: wizard.failedChecks + 1 });
}

/** While publishing, on any page, the browser asks before it closes the tab. */
export function setPublication(publication: Publication): void {
  update({ publication });
  if (publication.state === "publishing") addEventListener("beforeunload", askBeforeClosing);
  else removeEventListener("beforeunload", askBeforeClosing);
}

const askBeforeClosing = (event: Event): void => event.preventDefault();

export function dismissPublished(): void {
  if (currentWizard()?.publication.state === "published") setPublication({ state: "idle" });
}

/** Replaces the draft with a new one, in all tabs. */
export async function startNewDraft(): Promise<void> {
  update({ draft: newDraft(Date.now()), isRestored: false, errors: {} });
  await saveNow();
}

/** Resolves when the current draft is saved, or cannot be. */
export function saveNow(): Promise<void> {
  hasUnsavedChanges = true;
  saving ??= save();
  return saving;
}

async function save(): Promise<void> {
  for (let wizard = currentWizard(); hasUnsavedChanges && wizard; wizard = currentWizard()) {
    hasUnsavedChanges = false;
    const { draft } = wizard;
    const write = () => (isUntouched(draft) ? deleteDraft() : saveDraft(draft, wizard.canSave));
    const canSave = hasStore && (await write());
    // The draft itself too: this tab may overwrite it before another one has read it.
    if (canSave) otherTabs?.postMessage(draft);
    if (canSave !== currentWizard()?.canSave) update({ canSave });
  }
  saving = undefined;
}

async function loadSavedDraft(): Promise<void> {
  if (!(await storeAnswers())) begin(null, false);
  // A store that responds late is used unless something has been entered meanwhile.
  const saved = await loadDraft(Date.now()).catch(() => "denied" as const);
  const wizard = currentWizard();
  if (wizard && !(isUntouched(wizard.draft) && wizard.publication.state === "idle")) return;
  if (saved === "denied") return begin(null, false);
  hasStore = true;
  begin(saved, true);
  try {
    otherTabs = new BroadcastChannel("survey-wizard");
    otherTabs.onmessage = ({ data }) => void mergeOtherTab(data);
  } catch {
    // Without the channel tabs see each other's changes when they are loaded.
  }
}

function begin(saved: Draft | null, canSave: boolean): void {
  const isRestored = saved !== null && !isUntouched(saved);
  update({
    draft: isRestored ? saved : newDraft(Date.now()),
    isRestored,
    canSave,
    publication: { state: "idle" },
    errors: {},
    failedChecks: 0,
  });
}

/**
 * Merges a draft that another tab saved, unless this tab is publishing; one of another survey takes
 * its place. This tab stays at its section where it can.
 */
async function mergeOtherTab(received: unknown): Promise<void> {
  const now = Date.now();
  const stored = await loadDraft(now).catch(() => null);
  const sent = parseSavedDraft(received, now);
  const theirs =
    stored && sent?.key === stored.key ? mergeDrafts(stored, await loadPhotos(sent)) : stored;
  const wizard = currentWizard();
  if (!wizard || wizard.publication.state === "publishing") return;
  const { draft: mine } = wizard;
  if (!stored || !theirs || theirs.key !== mine.key)
    return update({ draft: theirs ?? newDraft(now) });
  const merged = parseSavedDraft(mergeDrafts(mine, theirs), now);
  if (merged) update({ draft: merged });
  if (merged && isNewer(merged, stored)) void saveNow();
}

function update(changes: Partial<Wizard>): void {
  wizardStore.set({ ...(wizardStore.get() as Wizard), ...changes });
}

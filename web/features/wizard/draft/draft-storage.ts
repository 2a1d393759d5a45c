import { clear, createStore, get, getMany, promisifyRequest, type UseStore } from "idb-keyval";
import { type Draft, filterPictures, newId, type Picture, picturesOf } from "./draft.ts";
import { parseSavedDraft } from "./saved-draft.ts";

// IndexedDB holds one record for the draft and one for each photograph, so that a keystroke does
// not rewrite up to 21 photographs.
const DRAFT = "draft";
/** IndexedDB may never respond, for example if the browser's profile is damaged. */
const ANSWER_MS = 800;
/** Photographs take longer to write. */
const SAVED_MS = 2000;
/** Publishing waits for writes; one that did not end in time is a sign that none will. */
const SAVED_AFTER_FAILURE_MS = 200;
let openedStore: UseStore | undefined;
const idbStore = (): UseStore => {
  openedStore ??= createStore("survey-wizard", "draft");
  return openedStore;
};

/** The photographs in memory, by id. */
const photos = new Map<string, Blob>();
let savedPhotoIds = new Set<string>();

export function addPhoto(file: Blob): Picture {
  const id = newId();
  photos.set(id, file);
  return { kind: "photo", id };
}

export const photoFile = (id: string): Blob | undefined => photos.get(id);

/** Whether IndexedDB can be used: it responds in time. */
export const storeAnswers = (): Promise<boolean> =>
  inTime(
    // In a separate function, because even asking may throw.
    (async () => void (await get(DRAFT, idbStore())))(),
    ANSWER_MS,
  );

/** Whether the action succeeds in time; it continues otherwise. */
function inTime(action: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    action.then(
      () => resolve(true),
      () => resolve(false),
    );
    setTimeout(resolve, ms, false);
  });
}

/** The saved draft; null if there is none or it is unreadable. Throws if IndexedDB is denied. */
export async function loadDraft(now: number): Promise<Draft | null> {
  const draft = parseSavedDraft(await get<unknown>(DRAFT, idbStore()), now);
  if (!draft) return null;
  savedPhotoIds = new Set(photoIds(draft));
  return loadPhotos(draft);
}

/** The draft with its saved photographs in memory, without those that are lost. */
export async function loadPhotos(draft: Draft): Promise<Draft> {
  const notInMemory = photoIds(draft).filter((id) => !photos.has(id));
  const files = await getMany<unknown>(notInMemory, idbStore());
  for (const [at, id] of notInMemory.entries()) {
    const file = files[at];
    if (file instanceof Blob && (await isReadable(file))) photos.set(id, file);
  }
  return filterPictures(draft, (picture) => picture.kind === "tile" || photos.has(picture.id));
}

/**
 * Resolves to whether the draft and its photographs were saved, in one transaction. `canSave` is
 * what the previous write resolved to.
 */
export const saveDraft = (draft: Draft, canSave: boolean): Promise<boolean> =>
  inTime(writeDraft(draft), canSave ? SAVED_MS : SAVED_AFTER_FAILURE_MS);

async function writeDraft(draft: Draft): Promise<void> {
  const ids = photoIds(draft);
  await idbStore()("readwrite", (records) => {
    records.put(draft, DRAFT);
    for (const id of ids) if (!savedPhotoIds.has(id)) records.put(photos.get(id), id);
    for (const id of savedPhotoIds) if (!ids.includes(id)) records.delete(id);
    // Commits at once, because the page may be closed before the automatic commit, a task later.
    records.transaction.commit();
    return promisifyRequest(records.transaction);
  });
  savedPhotoIds = new Set(ids);
}

/** Resolves to whether the saved draft is gone. */
export function deleteDraft(): Promise<boolean> {
  photos.clear();
  return inTime(eraseDraft(), SAVED_MS);
}

async function eraseDraft(): Promise<void> {
  await clear(idbStore());
  savedPhotoIds = new Set();
}

function photoIds(draft: Draft): string[] {
  return picturesOf(draft).flatMap((picture) => (picture.kind === "photo" ? [picture.id] : []));
}

/** Browsers can lose the file behind a saved blob. */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

import { clear, createStore, get, getMany, promisifyRequest, type UseStore } from "idb-keyval";
import { type Draft, keepPictures, newId, type Picture, picturesOf } from "./draft.ts";
import { readStoredDraft } from "./stored-draft.ts";

// One record for the draft and one for each photograph, so that a keystroke does not write
// twenty photographs again.
const DRAFT = "draft";
let opened: UseStore | undefined;
const place = (): UseStore => {
  opened ??= createStore("survey-wizard", "draft");
  return opened;
};

/** Every photograph that this page has seen, and those of them that are stored. */
const photos = new Map<string, Blob>();
let stored = new Set<string>();

export function addPhoto(file: Blob): Picture {
  const id = newId();
  photos.set(id, file);
  return { kind: "photo", id };
}

export const photoFile = (id: string): Blob | undefined => photos.get(id);

/** The kept draft; null when there is none, or one that cannot be understood. */
export async function loadDraft(now: number): Promise<Draft | null> {
  const draft = readStoredDraft(await get<unknown>(DRAFT, place()), now);
  if (!draft) return null;
  const unseen = photoIds(draft).filter((id) => !photos.has(id));
  const files = await getMany<unknown>(unseen, place());
  for (const [at, id] of unseen.entries()) {
    const file = files[at];
    if (file instanceof Blob && (await isReadable(file))) photos.set(id, file);
  }
  stored = new Set(photoIds(draft));
  return keepPictures(draft, (picture) => picture.kind === "tile" || photos.has(picture.id));
}

/** Keeps the draft with its photographs, all or nothing. Throws where the browser keeps nothing. */
export async function keepDraft(draft: Draft): Promise<void> {
  const ids = photoIds(draft);
  await place()("readwrite", (records) => {
    records.put(draft, DRAFT);
    for (const id of ids) if (!stored.has(id)) records.put(photos.get(id), id);
    for (const id of stored) if (!ids.includes(id)) records.delete(id);
    // At once, so that it is kept even if the page is left in this moment.
    records.transaction.commit();
    return promisifyRequest(records.transaction);
  });
  stored = new Set(ids);
}

export async function forgetDraft(): Promise<void> {
  photos.clear();
  await clear(place());
  stored = new Set();
}

function photoIds(draft: Draft): string[] {
  return picturesOf(draft).flatMap((picture) => (picture.kind === "photo" ? [picture.id] : []));
}

/** Browsers can lose the file behind a stored blob. */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

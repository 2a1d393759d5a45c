import { useObjectUrl } from "#web/ui/form/image-picker.tsx";
import type { Picture } from "./draft.ts";
import { photoFile } from "./draft-storage.ts";

/** Object URL of a photograph; undefined for a tile. */
export const usePhotoUrl = (picture: Picture | null): string | undefined =>
  useObjectUrl((picture?.kind === "photo" && photoFile(picture.id)) || null);

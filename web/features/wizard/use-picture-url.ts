import { useEffect, useState } from "react";
import { useObjectUrl } from "#web/ui/form/image-picker.tsx";
import type { Picture } from "./draft.ts";
import { photoFile } from "./draft-storage.ts";
import { drawTile, type TileShape } from "./tile.ts";

const REDRAW_DEBOUNCE_MS = 120;
const PREVIEW_SCALE = 0.4;

/** Object URL of a picture; a tile is redrawn, debounced, when its title changes. */
export function usePictureUrl(picture: Picture | null, title: string, shape: TileShape) {
  const color = picture?.kind === "tile" ? picture.color : null;
  const [tile, setTile] = useState<Blob | null>(null);
  useEffect(() => {
    if (color === null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const drawn = await drawTile(title, color, shape, PREVIEW_SCALE);
      if (isCurrent) setTile(drawn);
    }, REDRAW_DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [title, color, shape]);
  const photo = picture?.kind === "photo" ? (photoFile(picture.id) ?? null) : null;
  return useObjectUrl(color === null ? photo : tile);
}

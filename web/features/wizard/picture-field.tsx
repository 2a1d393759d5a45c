import Palette from "lucide-react/icons/palette";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";
import type { Picture } from "./draft.ts";
import { addPhoto } from "./draft-storage.ts";
import type { TileShape } from "./tile.ts";
import { usePictureUrl } from "./use-picture-url.ts";
import { currentWizard } from "./wizard-store.ts";

interface Props {
  label: string;
  /** The text of a tile. */
  title: string;
  picture: Picture | null;
  /** Called with a photograph, or null when it is removed. */
  onChange: (picture: Picture | null) => void;
  /** Called to assign a tile, or another colour to it. */
  onTile: () => void;
  shape: TileShape;
  error: string | undefined;
}

/** Chooses a photograph, or a tile instead (R84). */
export function PictureField({ label, title, picture, onChange, onTile, shape, error }: Props) {
  // A photograph that is still being prepared is dropped once a tile or a new draft replaces it.
  const [tiles, setTiles] = useState(0);
  const newestTiles = useRef(0);
  const draftKey = currentWizard()?.draft.key;
  const choosePhoto = (file: Blob | null) => {
    const isCurrent = tiles === newestTiles.current && draftKey === currentWizard()?.draft.key;
    if (isCurrent) onChange(file && addPhoto(file));
  };
  const isTile = picture?.kind === "tile";
  const url = usePictureUrl(picture, title, shape);
  const action = isTile ? "Rengi değiştir" : "Renkli kart";
  return (
    <div className="flex flex-col gap-1">
      <ImagePicker
        key={tiles}
        label={label}
        hideLabel={shape === "option"}
        shape={shape === "cover" ? "wide" : "square"}
        image={null}
        storedUrl={url}
        onChange={choosePhoto}
        error={error}
      />
      <Button
        variant="ghost"
        onClick={() => {
          newestTiles.current += 1;
          setTiles(newestTiles.current);
          onTile();
        }}
        className={
          shape === "option" ? "-mx-1 gap-1! px-0! text-sm leading-tight tracking-heading" : ""
        }
      >
        <Palette className="size-5 shrink-0" aria-hidden="true" />
        <span>
          {action}
          <span className="sr-only"> ({label})</span>
        </span>
      </Button>
    </div>
  );
}

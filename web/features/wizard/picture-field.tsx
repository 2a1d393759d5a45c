import Palette from "lucide-react/icons/palette";
import { useRef, useState } from "react";
import type { TileShape } from "#contract/tiles.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";
import type { Picture } from "./draft/draft.ts";
import { addPhoto } from "./draft/draft-storage.ts";
import { usePhotoUrl } from "./draft/photo-url.ts";
import { Tile } from "./tile.tsx";
import { currentWizard } from "./wizard-store.ts";

interface Props {
  label: string;
  /** The text of a tile. */
  title: string;
  picture: Picture | null;
  /** Called with a photograph, or null when it is removed. */
  onChange: (picture: Picture | null) => void;
  /** Called to assign a tile, or another colour to the tile. */
  onTile: () => void;
  shape: TileShape;
  error: string | undefined;
}

// On phones the cover is beside its label and button; the parts of an option's picture are placed
// in the grid of the option's row, with the error beneath them.
const STYLES = {
  cover: {
    root: "grid grid-cols-[min(8rem,40%)_minmax(0,1fr)] gap-x-3 sm:flex sm:flex-col sm:gap-1",
    picker: cn(
      "max-sm:contents max-sm:[&>span]:col-start-2 max-sm:[&>span]:row-start-1",
      "max-sm:[&>div]:row-span-2 max-sm:[&>div]:row-start-1 max-sm:[&>p]:col-span-full",
    ),
    button:
      "max-sm:col-start-2 max-sm:row-start-2 max-sm:-ml-2 max-sm:justify-self-start max-sm:px-2",
    text: undefined,
  },
  option: {
    root: "contents sm:flex sm:flex-col sm:gap-1",
    picker: "max-sm:contents max-sm:[&>p]:order-1 max-sm:[&>p]:col-span-full",
    button: "gap-1! px-0! text-sm leading-tight tracking-heading max-sm:w-11 sm:-mx-1",
    text: "max-sm:sr-only",
  },
};

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
  const url = usePhotoUrl(picture);
  const action = isTile ? "Rengi değiştir" : "Renkli kart";
  const { root, picker, button, text } = STYLES[shape];
  return (
    <div className={root}>
      <ImagePicker
        key={tiles}
        label={label}
        hideLabel={shape === "option"}
        shape={shape === "option" ? "square" : "wide"}
        className={picker}
        image={null}
        storedUrl={url}
        drawn={isTile && <Tile title={title} color={picture.color} shape={shape} />}
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
        className={button}
      >
        <Palette className="size-5 shrink-0" aria-hidden="true" />
        <span className={text}>
          {action}
          <span className="sr-only"> ({label})</span>
        </span>
      </Button>
    </div>
  );
}

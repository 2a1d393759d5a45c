import Palette from "lucide-react/icons/palette";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";
import type { Picture } from "./draft.ts";
import { addPhoto } from "./draft-storage.ts";
import { usePictureUrl } from "./use-picture-url.ts";
import { currentWizard } from "./wizard-store.ts";

interface Props {
  /** What the picture is for. */
  label: string;
  /** What a tile says. */
  title: string;
  picture: Picture | null;
  /** With a photograph, or null to have none. */
  onChange: (picture: Picture | null) => void;
  /** Gives a tile, or its next colour. */
  onTile: () => void;
  shape: "cover" | "option";
  error: string | undefined;
}

/** A photograph to choose, or a tile in its stead (R84). */
export function PictureField({ label, title, picture, onChange, onTile, shape, error }: Props) {
  // At a tile, or in a new draft, a photograph that was still being prepared is not taken.
  const [tiles, setTiles] = useState(0);
  const newest = useRef(0);
  const draftKey = currentWizard()?.draft.key;
  const take = (file: Blob | null) => {
    const isForThis = tiles === newest.current && draftKey === currentWizard()?.draft.key;
    if (isForThis) onChange(file && addPhoto(file));
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
        onChange={take}
        error={error}
      />
      <Button
        variant="ghost"
        onClick={() => {
          newest.current += 1;
          setTiles(newest.current);
          onTile();
        }}
        className={
          shape === "option" ? "-mx-1 gap-1! px-0! text-sm leading-tight tracking-tight" : ""
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

import { useState } from "react";
import { cn } from "#web/ui/cn.ts";
import { Lightbox } from "#web/ui/overlay/lightbox.tsx";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  path: string;
  isLow: boolean;
  /** On phones, leaves room for the note's height. */
  isAboveNote: boolean;
}

/** A survey's picture cropped to a strip on phones; a click shows it uncropped. */
export function SurveyPicture({ path, isLow, isAboveNote }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Resmin tamamını göster"
        onClick={() => setOpen(true)}
        className="-mx-4 cursor-zoom-in overflow-hidden sm:mx-0 sm:rounded"
      >
        <Picture
          path={path}
          alt=""
          sizes="(min-width: 640px) 15rem, 100vw"
          priority
          className={cn(
            "w-full sm:my-0 sm:aspect-16/9 sm:h-auto",
            isLow ? "h-[min(20vw,25svh)]" : "h-[min(31vw,25svh)]",
            isAboveNote && "-my-3",
          )}
        />
      </button>
      <Lightbox
        open={open}
        onClose={() => setOpen(false)}
        path={path}
        alt="Anketin resmi"
        title="Anketin Resmi"
      />
    </>
  );
}

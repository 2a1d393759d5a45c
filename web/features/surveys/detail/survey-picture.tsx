import { useState } from "react";
import { Lightbox } from "#web/ui/overlay/lightbox.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** A survey's picture cropped to a strip; a click shows it uncropped. */
export function SurveyPicture({ path }: { path: string }) {
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
          sizes="(min-width: 1216px) 48rem, 100vw"
          priority
          className="aspect-16/9 w-full sm:aspect-5/2 [@media(min-width:64rem)_and_(max-height:55rem)]:aspect-3/1"
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

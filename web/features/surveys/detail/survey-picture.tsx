import { useState } from "react";
import { Lightbox } from "#web/ui/overlay/lightbox.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** A survey's picture cropped to a strip on phones; a click shows it uncropped. */
export function SurveyPicture({ path }: { path: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Resmin tamamını göster"
        onClick={() => setOpen(true)}
        className="-mx-4 cursor-zoom-in overflow-hidden sm:col-start-2 sm:row-span-2 sm:row-start-2 sm:mx-0 sm:self-start sm:rounded"
      >
        <Picture
          path={path}
          alt=""
          sizes="(min-width: 640px) 15rem, 100vw"
          priority
          className="h-[min(31vw,25svh)] w-full sm:aspect-16/9 sm:h-auto"
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

import { useState } from "react";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { isolated } from "#web/lib/direction.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CasePicture, THUMB } from "../case-picture.tsx";

interface ShownPicture {
  content: string;
  image_path: string;
}

interface Props {
  item: CaseDetail;
  pictures: readonly ShownPicture[];
}

/** Pictures of a case, blurred; a pressed one is shown whole (R473). */
export function ShownPictures({ item, pictures }: Props) {
  const [opened, setOpened] = useState<ShownPicture>();
  return (
    <div className="flex flex-wrap gap-2">
      {pictures.map((picture) => (
        <button
          key={picture.image_path}
          type="button"
          aria-haspopup="dialog"
          aria-label={`Resmi göster: ${isolated(picture.content)}`}
          onClick={() => setOpened(picture)}
          className="overflow-hidden rounded"
        >
          <CasePicture
            item={item}
            path={picture.image_path}
            className={`${THUMB} scale-125 blur-lg`}
          />
        </button>
      ))}
      <Dialog
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.content ?? ""}
        closesOnBackdrop
        className="sm:w-fit sm:min-w-80 sm:max-w-[calc(100vw-2rem)]"
      >
        {opened && (
          <CasePicture
            item={item}
            path={opened.image_path}
            sizes="100vw"
            className="mx-auto max-h-[calc(100dvh-8rem)] min-h-32 object-contain!"
          />
        )}
      </Dialog>
    </div>
  );
}

import PencilLine from "lucide-react/icons/pencil-line";
import { useState } from "react";
import { formatDate } from "#web/lib/turkish.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { EditListProps } from "./edit-list.tsx";

const EditList = lazyComponent("Değişiklikler yükleniyor", async () => {
  const { EditList } = await import("./edit-list.tsx");
  return EditList;
});

/** Says that the survey has changed since its first votes; opens the list of edits (R228). */
export function EditNote(props: EditListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        // High enough for a thumb, but takes up the space of one line.
        className="-my-3 flex min-h-11 items-center gap-1.5 rounded text-sm text-muted underline decoration-1 underline-offset-4 hover:text-ink print:no-underline"
      >
        <PencilLine className="size-4" aria-hidden="true" />
        <span>
          Düzenlendi · <time dateTime={props.editedAt}>{formatDate(props.editedAt)}</time>
        </span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Neler değişti?" closesOnBackdrop>
        <EditList {...props} />
      </Dialog>
    </div>
  );
}

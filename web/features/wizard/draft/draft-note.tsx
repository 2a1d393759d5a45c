import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { startNewDraft, type Wizard } from "../wizard-store.ts";
import { isUntouched } from "./draft.ts";

/** Says whether the draft was restored, is saved or cannot be saved; a button starts a new one. */
export function DraftNote({ draft, isRestored, canSave, publication }: Wizard) {
  const [isAsking, setAsking] = useState(false);
  if (publication.state === "published") return null;
  const isBanner = isRestored || !canSave;
  // Not before the second section, so that nothing jumps while people fill in the first.
  if (draft.reached === 0 && canSave && !(isRestored && !isUntouched(draft))) return null;
  return (
    <div
      className={cn(
        "flex items-center justify-between gap-2 rounded pl-3 text-sm tight:flex-wrap",
        isBanner && "max-sm:w-full bg-turkuaz-soft",
      )}
    >
      <p role="status" className={cn("min-w-0 grow text-pretty", !isBanner && "max-sm:sr-only")}>
        {describeDraft(isRestored, canSave)}
      </p>
      {publication.state === "idle" && (
        <Button variant="ghost" onClick={() => setAsking(true)} className="shrink-0">
          Baştan Başla
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Baştan başlansın mı?"
        closesOnBackdrop
      >
        <p className="text-pretty">Bu taslakta yazdıklarınız ve seçtiğiniz resimler silinir.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(false)}>Vazgeç</Button>
          <Button
            variant="danger"
            onClick={async () => {
              // First, so that the opened section can take the focus.
              setAsking(false);
              await startNewDraft();
            }}
          >
            Taslağı Sil
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function describeDraft(isRestored: boolean, canSave: boolean): string {
  if (!canSave) return "Taslak bu tarayıcıda saklanamıyor; sayfayı yenilemeden yayınlayın.";
  if (isRestored) return "Kaldığınız yerden devam ediyorsunuz.";
  return "Taslağınız bu tarayıcıda saklanıyor.";
}

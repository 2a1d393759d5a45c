import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { isUntouched } from "./draft.ts";
import { startAnew, type Wizard } from "./wizard-store.ts";

/** Tells that the draft goes on where it was left, or cannot be kept; and begins a new one. */
export function DraftNote({ draft, isRestored, isKept, publication }: Wizard) {
  const [isAsking, setAsking] = useState(false);
  if (publication.state === "published") return null;
  const isShown = publication.state === "idle" && !isUntouched(draft);
  // Its place stays when it goes, so that the section beneath does not jump.
  return (
    <div
      className={cn(
        "flex min-h-13 items-center justify-between gap-2 rounded py-1 pr-1 pl-3 text-sm tight:flex-wrap",
        isShown && (isRestored || !isKept) && "bg-turkuaz-soft",
      )}
    >
      <p role="status" className="min-w-0 grow text-pretty">
        {isShown && noteOf(isRestored, isKept)}
      </p>
      {isShown && (
        <Button variant="ghost" onClick={() => setAsking(true)} className="shrink-0">
          Baştan Başla
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Baştan başlansın mı?"
        closesBeside
      >
        <p className="text-pretty">Bu taslakta yazdıklarınız ve seçtiğiniz resimler silinir.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(false)}>Vazgeç</Button>
          <Button
            variant="danger"
            onClick={async () => {
              // Closed by then, so that the first section can take the focus.
              setAsking(false);
              await startAnew();
            }}
          >
            Taslağı Sil
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function noteOf(isRestored: boolean, isKept: boolean): string {
  if (!isKept) return "Taslak bu tarayıcıda saklanamıyor; sayfayı yenilemeden yayınlayın.";
  if (isRestored) return "Kaldığınız yerden devam ediyorsunuz.";
  return "Taslağınız bu tarayıcıda saklanıyor.";
}

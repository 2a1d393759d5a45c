import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { isUntouched } from "./draft.ts";
import { startAnew, type Wizard } from "./wizard-store.ts";

/** Tells that the draft goes on where it was left, or cannot be kept; and begins a new one. */
export function DraftNote({ draft, isRestored, isKept, publication }: Wizard) {
  const [isAsking, setAsking] = useState(false);
  if (publication.state !== "idle" || isUntouched(draft)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded bg-sunken py-2 pr-2 pl-4">
      <p role="status" className="min-w-0 grow basis-60 text-pretty">
        {noteOf(isRestored, isKept)}
      </p>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Baştan Başla
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Baştan başlansın mı?">
        <p className="text-pretty">Bu taslakta yazdıklarınız ve seçtiğiniz resimler silinir.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(false)}>Vazgeç</Button>
          <Button
            kind="danger"
            onClick={async () => {
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

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Undo from "lucide-react/icons/undo-2";
import { useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useWithdrawVote } from "./vote-changes.api.ts";
import { changingQuery } from "./votes.api.ts";

/** "Oyumu değiştir" and "Oyumu geri çek", where the owner allows both (R582, R583). */
export function VoteChanges({ survey }: { survey: Survey }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { queryKey } = changingQuery(survey.id);
  const { data: isChanging } = useQuery(changingQuery(survey.id));
  const withdraw = useWithdrawVote(survey.id);

  function change() {
    queryClient.setQueryData(queryKey, true);
    // Once the options can be chosen again.
    setTimeout(() => document.querySelector<HTMLElement>(FIRST_OPTION)?.focus());
  }

  if (isChanging) {
    return (
      <div role="status" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <p className="min-w-0 grow basis-60 text-muted text-pretty">
          Oyunuzu değiştiriyorsunuz. Yeni seçiminizi yapıp “Oyla”ya basana kadar eski oyunuz
          geçerlidir.
        </p>
        <Button onClick={() => queryClient.setQueryData(queryKey, false)}>Vazgeç</Button>
      </div>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap gap-1 print:hidden">
      <Button onClick={change} className="max-sm:px-2.5">
        <Pencil className="size-5" aria-hidden="true" />
        Oyumu değiştir
      </Button>
      <Button variant="ghost" onClick={() => setAsking(true)} className="max-sm:px-2.5">
        <Undo className="size-5" aria-hidden="true" />
        Oyumu geri çek
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Oyunuzu Geri Çekin"
        confirmLabel="Geri Çek"
        onConfirm={async () => {
          await withdraw();
          toast.success("Oyunuz Geri Çekildi", "Anket bitene kadar yeniden oy verebilirsiniz.");
        }}
      >
        <p>
          Oyunuz silinir, makbuzu mühürde yer almaz. Anket bitene kadar yeniden oy verebilirsiniz;
          vermezseniz oyunuz sayılmaz.
        </p>
        {survey.result_visibility === "after" && (
          <p className="mt-2">Sonuçlar size, yeniden oy verene kadar gizlenir.</p>
        )}
        {survey.visibility === "private" && !survey.instant_results && (
          <p className="mt-2">Gösterilen sayılar, yeni oylar gelince yenilenir.</p>
        )}
      </ConfirmDialog>
    </div>
  );
}

const FIRST_OPTION = "form fieldset :is(input, button):not(:disabled)";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { muteReporter as contract } from "#contract/endpoints/moderation/queue.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { useRereadCase } from "./case-tools.tsx";
import { muteReporter, unmuteReporter } from "./queue.api.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

interface Props {
  caseId: number;
  report: Pick<CaseDetail["reported"][number], "id" | "is_author_muted">;
}

/** Lets the reports of somebody count for nothing, or count again, without naming them (R678). */
export function ReporterMute({ caseId, report }: Props) {
  const [isOpen, setOpen] = useState(false);
  const reread = useRereadCase(caseId);
  const { id, is_author_muted } = report;
  const unmute = useMutation({
    mutationFn: () => unmuteReporter(id),
    onSuccess: () => {
      toast.success("Susturma Geri Alındı");
      return reread();
    },
    onError: (error) => toastProblem(error),
  });
  const box = useFocusFallback(String(is_author_muted));
  return (
    <div {...box} className="flex flex-wrap items-center gap-2 rounded outline-none">
      {is_author_muted ? (
        <>
          <Badge>Bildireni susturuldu</Badge>
          <Button variant="ghost" busy={unmute.isPending} onClick={() => unmute.mutate()}>
            Susturmayı Geri Al
          </Button>
        </>
      ) : (
        <Button
          variant="ghost"
          className="-ml-4"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          Bildireni Sustur
        </Button>
      )}
      <ReasonDialog
        open={isOpen}
        title="Bildireni sustur"
        text="Bu bildirimi yazanın bildirimleri, geri alınana kadar saklanır ama sayılmaz ve sıraya bir şey getirmez. Kim olduğu size gösterilmez."
        hint="Kayıtta durur."
        action="Sustur"
        done="Bildiren Susturuldu"
        schema={contract.body}
        toBody={({ words }) => ({ words })}
        send={({ words }) => muteReporter(id, words)}
        onDone={reread}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnDecision } from "#contract/endpoints/moderation.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { caseQuery, casesQuery, undoDecision } from "#web/features/moderation/cases.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { ACTS, DECIDED } from "./acts.ts";
import { useIsOwnCase } from "./queue/case-tools.tsx";

/** What was decided about a target, each taken back by one press (R628). */
export function DecisionList({ item }: { item: CaseDetail }) {
  const { id, decisions } = item;
  const isOwn = useIsOwnCase(item);
  const box = useFocusFallback(decisions.map(({ undone_at }) => undone_at).join());
  if (decisions.length === 0) return null;
  return (
    <section {...box} aria-labelledby="kararlar" className="grid gap-3 rounded outline-none">
      <h2 id="kararlar" className="text-xl font-extrabold">
        Kararlar
      </h2>
      <ul className="grid gap-3">
        {decisions.map((decision) => (
          <Decided key={decision.id} caseId={id} decision={decision} mayUndo={!isOwn} />
        ))}
      </ul>
    </section>
  );
}

/** What a decision that was taken back leaves. */
const STAYS: Partial<Record<OwnDecision["act"], string>> = {
  close: "Geri alındı; anket kapalı",
  remove_picture: "Geri alındı; resim silinmiş",
};

type Decision = CaseDetail["decisions"][number];

interface DecidedProps {
  caseId: number;
  decision: Decision;
  mayUndo: boolean;
}

function Decided({ caseId, decision, mayUndo }: DecidedProps) {
  const queryClient = useQueryClient();
  const { id, act, reason, words, decided_at, undone_at, objection, stays } = decision;
  const isOpen = objection !== null && decision.objection_answered_at === null;
  const undo = useMutation({
    mutationFn: () =>
      undoDecision(
        id,
        isOpen ? "İtiraz haklı bulundu; karar geri alındı." : "Karar yeniden incelendi.",
      ),
    onSuccess: () => {
      toast.success("Karar Geri Alındı");
      void queryClient.invalidateQueries(casesQuery);
      return queryClient.invalidateQueries(caseQuery(caseId));
    },
    onError: (error) => toastProblem(error),
  });
  return (
    <li className="grid gap-1 rounded border border-line p-4">
      <p className="flex flex-wrap items-center gap-2">
        <b>{DECIDED[act]}</b>
        <span>{REASONS[reason]}</span>
        {undone_at && <Badge>{stays ? STAYS[act] : "Geri alındı"}</Badge>}
        <span className="text-sm text-muted">{formatDateTime(decided_at)}</span>
      </p>
      <p dir="auto" className="wrap-anywhere">
        {words}
      </p>
      {objection !== null && (
        <p dir="auto" className="rounded bg-turkuaz-soft p-3 wrap-anywhere">
          İtiraz: {objection}
        </p>
      )}
      {!undone_at && act === "close" && <p className="text-sm text-muted">{ACTS.close.hint}</p>}
      {!undone_at && mayUndo && (
        <div className="flex">
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            Geri Al
          </Button>
        </div>
      )}
    </li>
  );
}

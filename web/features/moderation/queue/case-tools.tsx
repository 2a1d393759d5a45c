import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  escalateCase as escalation,
  muteCase as mute,
} from "#contract/endpoints/moderation/queue.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { caseQuery, casesQuery } from "../cases.api.ts";
import { useKeys } from "../use-keys.ts";
import { escalateCase, muteCase, returnCase, unmuteCase } from "./queue.api.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

export const TOOL_KEYS = { mute: "9", escalate: "0" } as const;

/** Reads a case and the queue again. */
export function useRereadCase(id: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(casesQuery);
    return queryClient.invalidateQueries(caseQuery(id));
  };
}

/** Whether the signed-in person may decide what is left to the admins. */
export function useMayDecide({ escalation: words }: Pick<CaseDetail, "escalation">): boolean {
  const { data } = useQuery(accountQuery);
  return words === null || data?.item.role === "admin";
}

/** Whether a case is about the signed-in person, who decides nothing in it (R623). */
export function useIsOwnCase({ user }: Pick<CaseDetail, "user">): boolean {
  const { data } = useQuery(accountQuery);
  return data?.item.id === user.id;
}

/** What else staff does with a case than decide it: mute its target, leave it to the admins. */
export function CaseTools({ item }: { item: CaseDetail }) {
  const [open, setOpen] = useState<keyof typeof TOOL_KEYS>();
  const reread = useRereadCase(item.id);
  const mayDecide = useMayDecide(item);
  const { id, version, muted_until } = item;
  const isOwn = useIsOwnCase(item);
  const mayMute = muted_until === null && mayDecide && !isOwn;
  const mayEscalate = item.escalation === null && item.opened_at !== null;
  useKeys({
    ...(mayMute && { [TOOL_KEYS.mute]: () => setOpen("mute") }),
    ...(mayEscalate && { [TOOL_KEYS.escalate]: () => setOpen("escalate") }),
  });
  const close = () => setOpen(undefined);
  const box = useFocusFallback(`${muted_until} ${item.escalation} ${item.opened_at}`);
  return (
    <div {...box} className="grid gap-6 rounded outline-none">
      <Escalated item={item} mayDecide={mayDecide} />
      {muted_until && <Muted id={id} until={muted_until} />}
      <div className="flex flex-wrap gap-2">
        {mayMute && (
          <Button aria-haspopup="dialog" onClick={() => setOpen("mute")}>
            Bildirimleri Sustur
          </Button>
        )}
        {mayEscalate && (
          <Button aria-haspopup="dialog" onClick={() => setOpen("escalate")}>
            Yöneticiye İlet
          </Button>
        )}
      </div>
      <ReasonDialog
        open={open === "mute"}
        title="Bu hedefe gelen bildirimleri sustur"
        text="Bildirimler saklanır ama sıraya girmez. Süre dolunca ya da değişmiş bir içerik bildirilince hepsi sıraya alınır."
        hint="Kayıtta durur."
        action="Sustur"
        done="Bildirimler Susturuldu"
        hasDays
        schema={mute.body}
        toBody={(reason) => ({ ...reason, version })}
        send={(reason) => muteCase(id, { ...reason, version })}
        onDone={reread}
        onClose={close}
      />
      <ReasonDialog
        open={open === "escalate"}
        title="Yöneticiye ilet"
        text="Bundan sonra bu konuda yalnızca yöneticiler karar verir."
        hint="Yöneticiler bunu okur; kayıtta durur."
        action="İlet"
        done="Yöneticilere İletildi"
        schema={escalation.body}
        toBody={({ words }) => ({ words, version })}
        send={({ words }) => escalateCase(id, { words, version })}
        onDone={reread}
        onClose={close}
      />
    </div>
  );
}

function Escalated({ item, mayDecide }: { item: CaseDetail; mayDecide: boolean }) {
  const reread = useRereadCase(item.id);
  const giveBack = useMutation({
    mutationFn: () => returnCase(item.id),
    onSuccess: () => {
      toast.success("Moderatörlere Geri Verildi");
      return reread();
    },
    onError: (error) => toastProblem(error),
  });
  if (item.escalation === null) return null;
  return (
    <div className="grid gap-3 rounded bg-turkuaz-soft p-4">
      <p>
        <b>Yöneticilere iletildi:</b> <bdi className="wrap-anywhere">{item.escalation}</bdi>
      </p>
      {mayDecide ? (
        <div className="flex">
          <Button busy={giveBack.isPending} onClick={() => giveBack.mutate()}>
            Moderatörlere Geri Ver
          </Button>
        </div>
      ) : (
        <p>Bu konuda artık yöneticiler karar verir.</p>
      )}
    </div>
  );
}

function Muted({ id, until }: { id: number; until: string }) {
  const reread = useRereadCase(id);
  const unmute = useMutation({
    mutationFn: () => unmuteCase(id),
    onSuccess: () => {
      toast.success("Susturma Geri Alındı");
      return reread();
    },
    onError: (error) => toastProblem(error),
  });
  return (
    <div className="grid gap-3 rounded bg-sunken p-4">
      <p className="text-pretty">
        Bildirimleri {formatDateTime(until)} tarihine kadar sıraya girmez; değişmiş bir içerik
        bildirilirse daha önce girer.
      </p>
      <div className="flex">
        <Button busy={unmute.isPending} onClick={() => unmute.mutate()}>
          Susturmayı Geri Al
        </Button>
      </div>
    </div>
  );
}

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type OwnDecision, objectToDecision } from "#contract/endpoints/moderation.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { objectTo, ownDecisionsQuery } from "./decisions.api.ts";

/**
 * What moderators decided about the person: what, why, and how to object (R630). Nothing where they
 * decided nothing.
 */
export function OwnDecisions() {
  const list = useInfiniteQuery(ownDecisionsQuery);
  const decisions = list.data?.pages.flatMap((page) => page.items) ?? [];
  const section = useRef<HTMLElement>(null);
  const isShown = decisions.length > 0;
  // The fragment of the address was there before what it names.
  useEffect(() => {
    if (isShown && location.hash === `#${DECISIONS}`) section.current?.scrollIntoView();
  }, [isShown]);
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (!isShown) return null;
  return (
    <section ref={section} aria-labelledby={DECISIONS} className="mb-8 grid gap-4">
      <h2 id={DECISIONS} className="text-xl font-extrabold">
        Hakkınızdaki kararlar
      </h2>
      <p className="text-muted text-pretty">
        Yetkililerin <TextLink to="/rules">Topluluk Kuralları</TextLink> gereği verdiği kararlar,
        nedenleri ve itiraz yolu.
      </p>
      <ul className="grid gap-4">
        {decisions.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} />
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  );
}

/** The fragment of their place on the page of notifications. */
export const DECISIONS = "kararlar";

function DecisionItem({ decision }: { decision: OwnDecision }) {
  const { id, survey, reason, words, decided_at, until, undone_at, stays } = decision;
  const { objection_until, objection } = decision;
  return (
    <li className="grid gap-3 rounded border border-line bg-surface p-5">
      <h3 className="font-extrabold text-pretty wrap-anywhere">
        {survey ? (
          <>
            <bdi>{survey.question}</bdi>: {HAPPENED[decision.act]}
          </>
        ) : (
          <>Profiliniz: {HAPPENED[decision.act]}</>
        )}
      </h3>
      <p>
        Neden: {REASONS[reason]}. <bdi>{words}</bdi>
      </p>
      <p className="text-sm text-muted">
        <time dateTime={decided_at}>{formatDateTime(decided_at)}</time>
        {until && (isForGood(until) ? " · Süresiz" : ` · ${formatDateTime(until)} tarihine kadar`)}
      </p>
      {undone_at && (
        <p className="font-semibold">
          Bu karar {formatDateTime(undone_at)} tarihinde geri alındı.
          {stays && STAYS[decision.act]}
        </p>
      )}
      {objection !== null && (
        <p>
          İtirazınız: <bdi>{objection}</bdi>
          <span className="block text-muted">{outcomeOf(decision)}</span>
        </p>
      )}
      {objection_until && <Objection id={id} until={objection_until} />}
    </li>
  );
}

export const isForGood = (until: string) => until.startsWith("9999");

const HAPPENED: Record<OwnDecision["act"], string> = {
  unlist:
    "listelerden çıkarıldı. Listelerde, aramada ve profilinizde görünmez; bağlantısı olanlar görür ve oy verir.",
  age_limit:
    "yalnızca 18 yaş ve üstü hesaplara açık. Listelerde, aramada ve profilinizde görünmez; oyları duruyor.",
  hide: "yayından kaldırıldı. Anketi yalnızca siz görüyorsunuz; oyları duruyor.",
  remove_picture: "resmi kaldırıldı.",
  close: "kapatıldı. Artık oy alamaz; oyları duruyor.",
  warn: "uyarı aldınız.",
  suspend:
    "hesabınız askıya alındı. Giriş yapabilir, verilerinizi indirebilir, hesabınızı silebilir ve itiraz edebilirsiniz; başka bir şey yapamazsınız.",
};

/** What a decision that was taken back leaves. */
const STAYS: Partial<Record<OwnDecision["act"], string>> = {
  close: " Anket yeniden açılamadı, kapalı kaldı.",
  remove_picture: " Resim 30 gün geçtiği için silinmişti; yerine konamadı.",
};

function outcomeOf({ undone_at, objection_answered_at }: OwnDecision): string {
  if (objection_answered_at === null) return "İtirazınız inceleniyor.";
  return undone_at === null
    ? "İtirazınız incelendi; karar değişmedi."
    : "İtirazınız haklı bulundu.";
}

function Objection({ id, until }: { id: number; until: string }) {
  const queryClient = useQueryClient();
  const form = useContractForm<{ text: string }>(objectToDecision.body, {
    defaultValues: { text: "" },
    onlyField: "text",
  });
  const send = useMutation({
    mutationFn: ({ text }: { text: string }) => objectTo(id, text),
    onSuccess: () => {
      toast.success("İtirazınız Alındı", "Sonucunu bildirimlerinizde göreceksiniz.");
      return queryClient.invalidateQueries(ownDecisionsQuery);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-3">
      <TextArea
        label="İtirazınız"
        hint={`${formatDateTime(until)} tarihine kadar bir kez itiraz edebilirsiniz. İtiraza, varsa kararı vermeyen başka bir yetkili bakar.`}
        error={form.errorOf("text")}
        {...form.register("text")}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={send.isPending}>
          İtiraz Et
        </Button>
      </div>
    </form>
  );
}

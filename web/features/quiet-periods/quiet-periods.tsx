import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  endQuietPeriod as contract,
  type QuietPeriod,
} from "#contract/endpoints/moderation/quiet-periods.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { QuietPeriodForm } from "./quiet-period-form.tsx";
import { endQuietPeriod, quietPeriodsQuery } from "./quiet-periods.api.ts";

/** The quiet periods and the form that sets one, for admins (R668). */
export function QuietPeriods() {
  const list = useInfiniteQuery({ ...quietPeriodsQuery, refetchOnMount: "always" });
  const periods = list.data?.pages.flatMap((page) => page.items) ?? [];
  // Not a further page: it must not move the focus.
  const box = useFocusFallback(`${list.data?.pages[0]?.items.map(({ id }) => id)}`);
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-60" />;
  return (
    <div {...box} className="grid gap-6 rounded outline-none">
      <p>
        Sessiz dönemde, seçilen kategorilerdeki anketlerin sonuçlarını kimse göremez, sahipleri de.
        Oylar verilmeye devam eder; sonuçlar dönem bitince kendiliğinden görünür. Bu sırada
        yayınlanan anketlerin oylaması da dönem bitince başlar.
      </p>
      {periods.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {periods.map((period) => (
            <Period key={period.id} period={period} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      <QuietPeriodForm />
    </div>
  );
}

function Period({ period }: { period: QuietPeriod }) {
  const { title, category_ids, starts_at, ends_at, by } = period;
  const { data: known } = useQuery(categoriesQuery());
  const [isEnding, setEnding] = useState(false);
  const box = useFocusFallback(String(isEnding));
  const now = Date.now();
  const hasBegun = Date.parse(starts_at) <= now;
  const isOver = Date.parse(ends_at) <= now;
  const names = category_ids?.map((id) => known?.items.find((each) => each.id === id)?.name ?? id);
  return (
    <li className="py-3">
      <div {...box} className="grid gap-1 rounded outline-none">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b dir="auto">{title}</b>
          <span className="text-sm text-muted">{stateOf(hasBegun, isOver)}</span>
        </p>
        <p>
          {formatDateTime(starts_at)} – {formatDateTime(ends_at)}
        </p>
        <p className="text-sm text-muted">
          {names?.join(", ") ?? "Bütün kategoriler"} · {by ? `@${by}` : "Silinmiş hesap"}
        </p>
        {isEnding && <EndForm id={period.id} hasBegun={hasBegun} onEnd={() => setEnding(false)} />}
        {!isOver && !isEnding && (
          <Button className="justify-self-start" onClick={() => setEnding(true)}>
            {hasBegun ? "Şimdi Bitir" : "Sil"}
          </Button>
        )}
      </div>
    </li>
  );
}

function stateOf(hasBegun: boolean, isOver: boolean): string {
  if (isOver) return "Bitti";
  return hasBegun ? "Sürüyor" : "Başlamadı";
}

interface EndProps {
  id: number;
  /** One that has not begun is deleted instead (R668). */
  hasBegun: boolean;
  onEnd: () => void;
}

function EndForm({ id, hasBegun, onEnd }: EndProps) {
  const queryClient = useQueryClient();
  const form = useContractForm<{ words: string }>(contract.body, { defaultValues: { words: "" } });
  const send = useMutation({
    mutationFn: ({ words }: { words: string }) => endQuietPeriod(id, words),
    onSuccess: () => {
      toast.success(hasBegun ? "Sessiz Dönem Bitirildi" : "Sessiz Dönem Silindi");
      onEnd();
      return queryClient.invalidateQueries(quietPeriodsQuery);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-3 pt-2">
      <TextField
        label={hasBegun ? "Bitirme gerekçesi" : "Silme gerekçesi"}
        autoFocus
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={send.isPending}>
          {hasBegun ? "Bitir" : "Sil"}
        </Button>
        <Button variant="ghost" onClick={onEnd}>
          Vazgeç
        </Button>
      </div>
    </form>
  );
}

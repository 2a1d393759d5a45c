import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReviewWordKind } from "#contract/endpoints/moderation/review-words.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { reviewWordsQuery, switchShippedWords } from "./review-words.api.ts";
import { WordForm } from "./word-form.tsx";
import { WordList } from "./word-list.tsx";

/** The word list, the allow list, and the form that adds to them, for admins (R659). */
export function ReviewWords() {
  const [kind, setKind] = useState<ReviewWordKind>("held");
  const list = useInfiniteQuery({ ...reviewWordsQuery(kind), refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  return (
    <div className="grid gap-6">
      <p>
        İncelenecek sözcüklerden birini içeren anketi, bir yetkili uygun bulana kadar yalnızca
        sahibi ve yetkililer görür. Sözcük tam o biçimiyle, bir de harfleri başka harf ve
        işaretlerle değiştirilmiş olarak bulunur; başka bir sözcüğün içindeyken bulunmaz.
      </p>
      {list.data && <Shipped isOn={list.data.pages[0]?.uses_shipped ?? false} />}
      <WordForm />
      <Tabs label="Listeler" tabs={LISTS} value={kind} onChange={setKind}>
        {list.data ? (
          <WordList
            key={kind}
            kind={kind}
            items={list.data.pages.flatMap((page) => page.items)}
            list={list}
          />
        ) : (
          <Skeleton className="h-40" />
        )}
      </Tabs>
    </div>
  );
}

const LISTS = [
  { value: "held", label: "İncelenecekler" },
  { value: "allowed", label: "İzin verilenler" },
] as const;

/** Switches the list that the product ships on and off (R654). */
function Shipped({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      switchShippedWords({
        on: !isOn,
        words: isOn ? "Hazır liste kapatıldı." : "Hazır liste açıldı.",
      }),
    onSuccess: () => {
      toast.success(isOn ? "Hazır Liste Kapatıldı" : "Hazır Liste Açıldı");
      return queryClient.invalidateQueries({ queryKey: reviewWordsQuery("held").queryKey });
    },
    onError: toastProblem,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line p-4">
      <p className="grow basis-60">
        <b>Hazır liste: {isOn ? "açık" : "kapalı"}.</b> On kaba sözcüğün biçimlerini içerir. Tek tek
        çıkarabilir, izin verilenlere alabilirsiniz.
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate()}>
        {isOn ? "Hazır Listeyi Kapat" : "Hazır Listeyi Aç"}
      </Button>
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  removeReviewWords as contract,
  type ReviewWord,
  type ReviewWordKind,
} from "#contract/endpoints/moderation/review-words.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { removeReviewWords, reviewWordsQuery } from "./review-words.api.ts";

interface Props {
  kind: ReviewWordKind;
  items: readonly ReviewWord[];
  list: Parameters<typeof MoreButton>[0]["list"];
}

interface Fields {
  /** As text. */
  ids: string[];
  words: string;
}

const toBody = ({ ids, words }: Fields) => ({ ids: ids.map(Number), words });

/** Forms on a list, which can be chosen and removed together (R659). */
export function WordList({ kind, items, list }: Props) {
  const queryClient = useQueryClient();
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: { ids: [], words: "" },
    toBody,
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => removeReviewWords(toBody(fields)),
    onSuccess: ({ item }) => {
      toast.success(`${item} Sözcük Çıkarıldı`);
      form.reset();
      return queryClient.invalidateQueries({ queryKey: reviewWordsQuery(kind).queryKey });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  const chosen = form.watch("ids").length;
  const box = useFocusFallback(String(chosen > 0));
  return (
    <div {...box} className="rounded outline-none">
      {items.length === 0 ? (
        <p className="text-muted">Bu liste boş.</p>
      ) : (
        <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-3">
          <ul className="grid gap-x-4 sm:grid-cols-2">
            {items.map(({ id, form: text, root, is_shipped, by }) => (
              <li key={id}>
                <Checkbox
                  value={id}
                  label={
                    <span className="wrap-anywhere">
                      <b>{text}</b>{" "}
                      <span className="text-sm text-muted">
                        {[root !== text && root, is_shipped ? "hazır liste" : by && `@${by}`]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    </span>
                  }
                  {...form.register("ids")}
                />
              </li>
            ))}
          </ul>
          <MoreButton list={list} />
          {chosen > 0 && (
            <>
              <TextField
                label="Çıkarma gerekçesi"
                hint="Kayıtta durur."
                error={form.errorOf("words")}
                {...form.register("words")}
              />
              <Button type="submit" className="justify-self-start" busy={send.isPending}>
                Seçilen {chosen} Sözcüğü Çıkar
              </Button>
            </>
          )}
        </form>
      )}
    </div>
  );
}

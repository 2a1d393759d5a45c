import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createQuietPeriod as contract } from "#contract/endpoints/moderation/quiet-periods.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { ISTANBUL_OFFSET } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { firstRound, secondRound } from "./election-times.ts";
import { createQuietPeriod, quietPeriodsQuery } from "./quiet-periods.api.ts";

interface Fields {
  title: string;
  /** Their ids as text. */
  categories: string[];
  isForAll: boolean;
  votingDay: string;
  /** In Istanbul, such as "2028-05-04T00:00". */
  start: string;
  end: string;
  words: string;
}

const EMPTY: Fields = {
  ...{ title: "", categories: [], isForAll: false, votingDay: "" },
  ...{ start: "", end: "", words: "" },
};

const toBody = ({ title, words, categories, isForAll, start, end }: Fields) => ({
  ...{ title, words, category_ids: isForAll ? null : categories.map(Number) },
  ...{ starts_at: toInstant(start), ends_at: toInstant(end) },
});

const toInstant = (local: string): string => (local ? `${local}:00${ISTANBUL_OFFSET}` : "");

const checkFields = ({ categories, isForAll }: Fields): Record<string, string> =>
  isForAll || categories.length > 0 ? {} : { categories: "Lütfen en az bir kategori seçin." };

/** Sets a quiet period; the times of an election are filled in from voting day (R668). */
export function QuietPeriodForm() {
  const queryClient = useQueryClient();
  const { data: known } = useQuery(categoriesQuery());
  const form = useContractForm<Fields>(contract.body, {
    ...{ defaultValues: EMPTY, toBody, check: checkFields },
    fieldNames: {
      ...{ category_ids: "categories", category_id: "categories" },
      ...{ starts_at: "start", ends_at: "end" },
    },
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => createQuietPeriod(toBody(fields)),
    onSuccess: () => {
      toast.success("Sessiz Dönem Kuruldu");
      form.reset(EMPTY);
      return queryClient.invalidateQueries(quietPeriodsQuery);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  const [isForAll, votingDay] = form.watch(["isForAll", "votingDay"]);
  const fillIn = ({ start, end }: { start: string; end: string }) => {
    form.setValue("start", start);
    form.setValue("end", end);
    if (form.getValues("title") === "") form.setValue("title", "Seçim dönemi");
  };
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-4">
      <h3 className="text-lg font-extrabold">Sessiz dönem kur</h3>
      <fieldset className="grid gap-2 rounded border border-line p-4">
        <legend className="px-1 font-semibold">Seçim için doldur</legend>
        <TextField label="Oy verme günü" type="date" {...form.register("votingDay")} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={!votingDay} onClick={() => fillIn(firstRound(votingDay))}>
            İlk Oylama
          </Button>
          <Button
            disabled={!votingDay}
            onClick={() => fillIn(secondRound(votingDay, form.getValues("start"), Date.now()))}
          >
            İkinci Oylama
          </Button>
        </div>
        <p className="text-sm text-muted">
          298 sayılı Kanun’un 61. maddesine göre: ilk oylamada, oy verme gününden önceki onuncu gün
          00.00’dan oy verme günü 18.00’e kadar; ikinci oylamada, ilan edildiği andan (“Başlangıç”
          boşsa şimdiden) oy verme günü 18.00’e kadar. Bu, hukuki görüş değildir; Yüksek Seçim
          Kurulu’nun takvimine bakın.
        </p>
      </fieldset>
      <TextField
        label="Başlık"
        hint="Ziyaretçiler de okur: Sonuçlar “Seçim dönemi” nedeniyle gösterilmiyor."
        error={form.errorOf("title")}
        {...form.register("title")}
      />
      <fieldset>
        <legend className="font-semibold">Kategoriler</legend>
        <Checkbox label="Tümü" error={form.errorOf("categories")} {...form.register("isForAll")} />
        {!isForAll && (
          <div className="grid sm:grid-cols-2">
            {known?.items.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} {...form.register("categories")} />
            ))}
          </div>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Başlangıç"
          type="datetime-local"
          hint="Türkiye saatiyle"
          error={form.errorOf("start")}
          {...form.register("start")}
        />
        <TextField
          label="Bitiş"
          type="datetime-local"
          hint="Türkiye saatiyle"
          error={form.errorOf("end")}
          {...form.register("end")}
        />
      </div>
      <TextArea
        label="Gerekçe"
        hint="Kayıtta durur."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Sessiz Dönemi Kur
      </Button>
    </form>
  );
}

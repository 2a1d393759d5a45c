import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addReviewWords as addContract,
  type PreviewedForm,
  previewReviewWords as previewContract,
  type ReviewWordKind,
} from "#contract/endpoints/moderation/review-words.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { addReviewWords, previewReviewWords, reviewWordsQuery } from "./review-words.api.ts";

/** Shows the forms of a word, and adds the chosen ones to a list (R653, R659). */
export function WordForm() {
  const form = useContractForm(previewContract.body, { defaultValues: { root: "" } });
  const preview = useMutation({
    mutationFn: ({ root }: { root: string }) => previewReviewWords(root),
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  const root = preview.variables?.root ?? "";
  return (
    <section className="grid gap-4">
      <h3 className="text-lg font-extrabold">Sözcük ekle</h3>
      <form
        noValidate
        onSubmit={form.submitTo(preview.mutateAsync)}
        className="flex flex-wrap items-start gap-3"
      >
        <div className="grow basis-60">
          <TextField
            label="Sözcük"
            hint="Yalın hâliyle; fiilleri -mek ya da -mak ile yazın."
            autoCapitalize="none"
            error={form.errorOf("root")}
            {...form.register("root")}
          />
        </div>
        <Button type="submit" className="sm:mt-7" busy={preview.isPending}>
          Biçimleri Gör
        </Button>
      </form>
      {preview.data && (
        <ChoiceForm
          key={root}
          root={root}
          forms={preview.data.items}
          surveys={preview.data.surveys}
          onAdd={() => {
            preview.reset();
            form.reset();
            form.setFocus("root");
          }}
        />
      )}
    </section>
  );
}

interface Fields {
  forms: string[];
  kind: ReviewWordKind;
  words: string;
}

interface Choice {
  root: string;
  forms: readonly PreviewedForm[];
  /** Among how many surveys what forms would hold is counted. */
  surveys: number;
  onAdd: () => void;
}

function ChoiceForm({ root, forms, surveys, onAdd }: Choice) {
  const queryClient = useQueryClient();
  const toBody = (fields: Fields) => ({ ...fields, root });
  const isRootKnown = forms[0]?.is_known ?? false;
  const proposed = forms.filter(({ is_other, listed }) => !is_other && listed === null);
  const form = useContractForm<Fields>(addContract.body, {
    defaultValues: { forms: proposed.map((one) => one.form), kind: "held", words: "" },
    toBody,
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => addReviewWords(toBody(fields)),
    onSuccess: ({ item }, { kind }) => {
      toast.success(`${item} Sözcük Eklendi`);
      onAdd();
      return queryClient.invalidateQueries({ queryKey: reviewWordsQuery(kind).queryKey });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-4">
      <fieldset>
        <legend className="font-semibold">Biçimler</legend>
        {surveys > 0 && (
          <p className="pb-2 text-sm text-muted">
            Sayılar, listelerdeki en yeni {formatNumber(surveys)} anketten kaçının inceleneceğini
            gösterir.
          </p>
        )}
        <div className="grid max-h-96 gap-x-4 overflow-y-auto rounded border border-line px-3 py-1 sm:grid-cols-2">
          {forms.map((one) => (
            <Checkbox
              key={one.form}
              value={one.form}
              label={<FormLabel form={one} isRootKnown={isRootKnown} />}
              {...form.register("forms")}
            />
          ))}
        </div>
        {form.errorOf("forms") && <p className="text-sm text-nar">{form.errorOf("forms")}</p>}
      </fieldset>
      <Examples forms={forms} />
      <Select label="Liste" error={form.errorOf("kind")} {...form.register("kind")}>
        <option value="held">İncelenecekler</option>
        <option value="allowed">İzin verilenler</option>
      </Select>
      <TextField
        label="Gerekçe"
        hint="Kayıtta durur."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Seçilenleri Ekle
      </Button>
    </form>
  );
}

const LISTED = { held: "listede", allowed: "izinli" };

function FormLabel({
  form: { form, is_known, is_other, alike, listed, held },
  isRootKnown,
}: {
  form: PreviewedForm;
  isRootKnown: boolean;
}) {
  const notes = [
    listed && LISTED[listed],
    is_other && "başka bir sözcük de",
    isRootKnown && !is_known && "sözlükte yok",
    alike.length > 0 && `yalnız bu yazımıyla (${alike.join(", ")})`,
    held > 0 && `${formatNumber(held)} anket`,
  ];
  return (
    <span className="wrap-anywhere">
      <b>{form}</b> <span className="text-sm text-muted">{notes.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

/** Surveys that some of the forms would have held, each once. */
function Examples({ forms }: { forms: readonly PreviewedForm[] }) {
  const surveys = new Map(forms.flatMap(({ examples }) => examples).map((one) => [one.id, one]));
  if (surveys.size === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        İncelenecek anketlerden örnekler
      </summary>
      <ul className="list-inside list-disc">
        {[...surveys.values()].slice(0, 10).map(({ id, question }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to="/surveys/$id" params={{ id: String(id) }}>
              <bdi>{question}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

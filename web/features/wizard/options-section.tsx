import ListChecks from "lucide-react/icons/list-checks";
import Palette from "lucide-react/icons/palette";
import Plus from "lucide-react/icons/plus";
import { useEffect, useRef } from "react";
import { OPTION_COUNT, TOAST_SHORT_MS } from "#contract/limits.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { BallotFields } from "./ballot/ballot-fields.tsx";
import { addOption, assignMissingTiles, type Draft, removeOption } from "./draft/draft.ts";
import { duplicateOptions, type FieldErrors } from "./draft/draft-checks.ts";
import { NoOpinionField } from "./no-opinion-field.tsx";
import { OptionCard } from "./option-card.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { addQuestion } from "./quiz/draft-questions.ts";
import { SectionForm } from "./section-form.tsx";
import { SponsorFields } from "./sponsor-fields.tsx";
import { useFirstName } from "./use-first-name.ts";
import { VoteChangeField } from "./vote-change-field.tsx";
import { changeDraft, type Publication, setFields } from "./wizard-store.ts";

interface Props {
  draft: Draft;
  errors: FieldErrors;
  publication: Publication;
}

/** Section 3: the options, and the button "Yayınla". */
export function OptionsSection({ draft, errors, publication }: Props) {
  const firstName = useFirstName();
  const list = useRef<HTMLUListElement>(null);
  const focusAfterRender = useRef<string>(undefined);
  const { options } = draft;
  const pictureless = options.filter(({ image }) => !image);
  const duplicates = duplicateOptions(draft);
  const isPublishing = publication.state === "publishing";

  useEffect(() => {
    if (!focusAfterRender.current) return;
    list.current?.querySelector<HTMLElement>(focusAfterRender.current)?.focus();
    focusAfterRender.current = undefined;
  });

  function add() {
    if (options.length >= OPTION_COUNT.max) {
      toast.error("Sonuç ekleyebilmek için maksimum değere ulaşıldı", undefined, TOAST_SHORT_MS);
      return;
    }
    focusAfterRender.current = `li:nth-child(${options.length + 1}) input[type=text]`;
    changeDraft(addOption);
  }

  function remove(index: number, id: string) {
    if (options.length <= OPTION_COUNT.min) {
      toast.error("Sonuçlar minimum 2 tane olmalıdır", undefined, TOAST_SHORT_MS);
      return;
    }
    focusAfterRender.current = `li:nth-child(${Math.min(index + 1, options.length - 1)}) [data-delete]`;
    changeDraft((current) => removeOption(current, id));
  }

  function focusTitle(index: number) {
    if (index >= options.length) return add();
    list.current
      ?.querySelector<HTMLElement>(`li:nth-child(${index + 1}) input[type=text]`)
      ?.focus();
  }

  return (
    <SectionForm
      title={
        firstName
          ? `Merhaba ${isolated(firstName)}, şıkları belirleyin`
          : "Merhaba, şıkları belirleyin"
      }
      text={`Her şıkkın bir adı ve bir resmi olur; en az ${OPTION_COUNT.min}, en fazla ${OPTION_COUNT.max} şık.`}
      section={3}
      isBusy={isPublishing}
      action={<PublishBar publication={publication} />}
    >
      <div inert={isPublishing} className="flex flex-col gap-4 inert:opacity-55">
        {draft.type === "TEST" && (
          <Button onClick={() => changeDraft(addQuestion)} className="self-start">
            <ListChecks className="size-5" aria-hidden="true" />
            Doğru yanıtlı, sorulu test hazırla
          </Button>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="font-semibold tabular-nums">
            {options.length} / {OPTION_COUNT.max} şık
          </p>
          {pictureless.length > 0 && (
            <Button
              onClick={() => changeDraft(assignMissingTiles)}
              // On phones the first letter creates a tile.
              className={cn(!pictureless.some(({ content }) => content) && "max-sm:hidden")}
            >
              <Palette className="size-5" aria-hidden="true" />
              Hepsine renkli kart ekle
            </Button>
          )}
        </div>
        <ul
          ref={list}
          className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] sm:gap-4"
        >
          {options.map((option, index) => (
            <li key={option.id} className="min-w-0">
              <OptionCard
                option={option}
                number={index + 1}
                errors={errors}
                isDuplicate={duplicates.has(option.id)}
                onDelete={() => remove(index, option.id)}
                onEnter={() => focusTitle(index + 1)}
              />
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={add}
              className="flex size-full min-h-12 items-center justify-center gap-2 rounded sm:min-h-40 sm:flex-col border-2 border-dashed border-edge font-semibold text-muted transition-colors hover:border-ink hover:text-ink"
            >
              <Plus className="size-6 sm:size-8" aria-hidden="true" />
              Şık ekle
            </button>
          </li>
        </ul>
        <BallotFields draft={draft} errors={errors} />
        {options.length > 2 && (
          <Checkbox
            label="Şıklar herkese başka sırayla gösterilsin"
            checked={draft.shufflesOptions}
            onChange={({ target }) => setFields({ shufflesOptions: target.checked })}
          />
        )}
        <NoOpinionField draft={draft} />
        <VoteChangeField draft={draft} />
        <p className="text-sm text-muted text-pretty">
          {draft.visibility === "private"
            ? "Güvenlik: Özel. Yayınlanınca onu yalnızca davet ettikleriniz ve bağlantısını verdikleriniz görür."
            : "Güvenlik: Herkese. Yayınlanınca listelerde ve aramada görünür."}
        </p>
        <SponsorFields draft={draft} errors={errors} />
      </div>
    </SectionForm>
  );
}

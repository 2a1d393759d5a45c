import Palette from "lucide-react/icons/palette";
import Plus from "lucide-react/icons/plus";
import { useEffect, useRef } from "react";
import { OPTION_COUNT, TOAST_SHORT_MS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { addOption, assignMissingTiles, type Draft, removeOption } from "./draft/draft.ts";
import { duplicateOptions, type FieldErrors } from "./draft/draft-checks.ts";
import { OptionCard } from "./option-card.tsx";
import { changeDraft } from "./wizard-store.ts";

/** The draft's options, each a card, and what adds and removes them. */
export function OptionCards({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const list = useRef<HTMLUListElement>(null);
  const focusAfterRender = useRef<string>(undefined);
  const { options } = draft;
  const pictureless = options.filter(({ image }) => !image);
  const duplicates = duplicateOptions(draft);

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
    <>
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
    </>
  );
}

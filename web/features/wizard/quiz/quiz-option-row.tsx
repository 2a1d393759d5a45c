import X from "lucide-react/icons/x";
import { type KeyboardEvent, useId } from "react";
import { OPTION_CONTENT_LENGTH } from "#contract/limits.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { Button } from "#web/ui/button.tsx";
import { controlStyle, FieldError } from "#web/ui/form/field.tsx";
import type { DraftOption, DraftQuizOption } from "../draft/draft.ts";

interface Props {
  option: DraftQuizOption;
  /** The types of a test whose options add to them; absent where options are right or wrong. */
  types: readonly DraftOption[] | undefined;
  /** 1 for the first. */
  number: number;
  error: string | undefined;
  onChange: (changes: Partial<DraftQuizOption>) => void;
  /** Absent where a question needs the option. */
  onDelete: (() => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** An option of a question in the wizard: whether it is right, and its text. */
export function QuizOptionRow({
  option,
  types,
  number,
  error,
  onChange,
  onDelete,
  onKeyDown,
}: Props) {
  const errorId = useId();
  const shown = tooLong(option.content, OPTION_CONTENT_LENGTH.max) ?? error;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        {!types && (
          <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              checked={option.right}
              onChange={({ target }) => onChange({ right: target.checked })}
              aria-label={`${number}. şık doğru`}
              className="size-5 accent-turkuaz"
            />
          </label>
        )}
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          enterKeyHint="next"
          placeholder={`${number}. şık`}
          aria-label={`${number}. şık`}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? errorId : undefined}
          value={option.content}
          onChange={({ target }) => onChange({ content: target.value })}
          onKeyDown={onKeyDown}
          className={controlStyle}
        />
        {onDelete && (
          <Button
            variant="ghost"
            size="icon"
            onClick={onDelete}
            aria-label={`${number}. şıkkı sil`}
          >
            <X className="size-5" aria-hidden="true" />
          </Button>
        )}
      </div>
      {types && (
        <select
          aria-label={`${number}. şıkkın sonucu`}
          value={types.some(({ id }) => id === option.type) ? (option.type ?? "") : ""}
          onChange={({ target }) => onChange({ type: target.value || null })}
          className={controlStyle}
        >
          <option value="">Hangi sonuca puan versin?</option>
          {types.map(({ id, content }, i) => (
            <option key={id} value={id}>
              {content || `${i + 1}. sonuç`}
            </option>
          ))}
        </select>
      )}
      <FieldError id={errorId} error={shown} />
    </div>
  );
}

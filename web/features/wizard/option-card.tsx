import Trash from "lucide-react/icons/trash-2";
import type { KeyboardEvent } from "react";
import { OPTION_CONTENT_LENGTH } from "#contract/limits.ts";
import { tooLong } from "#contract/text-length.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { assignTile, type DraftOption, editOption } from "./draft.ts";
import type { FieldErrors } from "./draft-checks.ts";
import { PictureField } from "./picture-field.tsx";
import { changeDraft } from "./wizard-store.ts";

interface Props {
  option: DraftOption;
  /** 1 for the first. */
  number: number;
  errors: FieldErrors;
  /** An earlier option has the same name. */
  isDuplicate: boolean;
  onDelete: () => void;
  /** Called for Enter in the title, which moves on to the next option. */
  onEnter: () => void;
}

/** One option of the draft: picture, title and the button that deletes it (R139). */
export function OptionCard({ option, number, errors, isDuplicate, onDelete, onEnter }: Props) {
  const { id, content, image } = option;
  const edit = (changes: Partial<DraftOption>) =>
    changeDraft((draft) => editOption(draft, id, changes));

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <div className="flex h-full flex-col gap-1 rounded border border-line bg-page p-2 sm:p-3">
      <PictureField
        label={`${number}. şıkkın resmi`}
        title={content}
        picture={image}
        shape="option"
        error={errors[`image:${id}`]}
        onChange={(image) => edit({ image })}
        onTile={() => changeDraft((draft) => assignTile(draft, id))}
      />
      <div className="relative">
        <TextField
          className="[&>label]:flex [&>label]:min-h-11 [&>label]:items-center"
          label={`${number}. şık`}
          type="text"
          placeholder="Şıkkın adı"
          autoComplete="off"
          enterKeyHint="next"
          value={content}
          error={tooLong(content, OPTION_CONTENT_LENGTH.max) ?? errors[`content:${id}`]}
          hint={isDuplicate && "Bu adla bir şık daha var."}
          onKeyDown={onKeyDown}
          onChange={({ target }) => edit({ content: target.value })}
        />
        <Button
          variant="ghost"
          size="icon"
          data-delete
          onClick={onDelete}
          aria-label={`${number}. şıkkı sil`}
          className="absolute top-0 right-0"
        >
          <Trash className="size-5" aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

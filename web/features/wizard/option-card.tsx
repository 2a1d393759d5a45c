import Trash from "lucide-react/icons/trash-2";
import type { KeyboardEvent } from "react";
import { OPTION_CONTENT_LENGTH } from "#contract/limits.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { assignTile, type DraftOption, editOption } from "./draft/draft.ts";
import type { FieldErrors } from "./draft/draft-checks.ts";
import { PictureField } from "./picture-field.tsx";
import { changeDraft } from "./wizard-store.ts";

/** Equivalent to `max-sm:` in class names. */
const PHONE = "(width < 40rem)";

interface Props {
  option: DraftOption;
  /** 1 for the first. */
  number: number;
  errors: FieldErrors;
  /** An earlier option has the same name. */
  isDuplicate: boolean;
  onDelete: () => void;
  /** Called when Enter is pressed in the title, to move on to the next option. */
  onEnter: () => void;
}

/** One option of the draft: picture, title and the button that deletes it; on phones a row (R139). */
export function OptionCard({ option, number, errors, isDuplicate, onDelete, onEnter }: Props) {
  const { id, content, image } = option;
  const edit = (changes: Partial<DraftOption>) =>
    changeDraft((draft) => editOption(draft, id, changes));

  // A phone's row has no room for a missing picture: the first letter creates a tile.
  const rename = (newContent: string) =>
    changeDraft((draft) => {
      const renamed = editOption(draft, id, { content: newContent });
      const needsTile = !image && content === "" && matchMedia(PHONE).matches;
      return needsTile ? assignTile(renamed, id) : renamed;
    });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <div className="grid grid-cols-[2.75rem_auto_minmax(0,1fr)_auto] items-start tight:grid-cols-[2.75rem_auto_1fr] sm:flex sm:h-full sm:flex-col sm:items-stretch sm:gap-1 sm:rounded sm:border sm:border-line sm:bg-page sm:p-3">
      <PictureField
        label={`${number}. şıkkın resmi`}
        title={content}
        picture={image}
        shape="option"
        error={errors[`image:${id}`]}
        onChange={(image) => edit({ image })}
        onTile={() => changeDraft((draft) => assignTile(draft, id))}
      />
      <div className="contents sm:relative sm:block">
        <TextField
          className="max-sm:[&>label]:sr-only sm:[&>label]:flex sm:[&>label]:min-h-11 sm:[&>label]:items-center tight:order-1 tight:col-span-full"
          label={`${number}. şık`}
          type="text"
          placeholder={`${number}. şıkkın adı`}
          autoComplete="off"
          enterKeyHint="next"
          value={content}
          error={tooLong(content, OPTION_CONTENT_LENGTH.max) ?? errors[`content:${id}`]}
          hint={isDuplicate && "Bu adla bir şık daha var."}
          onKeyDown={onKeyDown}
          onChange={({ target }) => rename(target.value)}
        />
        <Button
          variant="ghost"
          size="icon"
          data-delete
          onClick={onDelete}
          aria-label={`${number}. şıkkı sil`}
          className="sm:absolute sm:top-0 sm:right-0 tight:justify-self-end"
        >
          <Trash className="size-5" aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

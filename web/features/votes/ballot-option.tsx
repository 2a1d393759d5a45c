import Maximize2 from "lucide-react/icons/maximize-2";
import { useState } from "react";
import type { Option } from "#contract/survey-shapes.ts";
import { cn } from "#web/ui/cn.ts";
import { Lightbox } from "#web/ui/overlay/lightbox.tsx";
import { Picture } from "#web/ui/picture.tsx";

/** `horizontal` (theme 1) has the picture beside the text, `vertical` (theme 2) above it (R45). */
export type OptionLayout = "horizontal" | "vertical";

interface Props {
  option: Option;
  layout: OptionLayout;
  isChosen: boolean;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  onChoose: () => void;
}

const layouts: Record<
  OptionLayout,
  { card: string; picture: string; sizes: string; enlarge: string }
> = {
  horizontal: {
    card: "min-h-24 items-stretch sm:min-h-28",
    picture: "w-24 shrink-0 sm:w-28",
    sizes: "7rem",
    enlarge: "left-0 justify-items-start",
  },
  vertical: {
    card: "flex-col",
    picture: "aspect-4/3 w-full",
    sizes: "(min-width: 1024px) 16rem, (min-width: 640px) 33vw, 50vw",
    enlarge: "right-0 justify-items-end",
  },
};

/** One option. The card is the label of its radio button; a corner of the picture enlarges it. */
export function BallotOption({ option, layout, isChosen, isOpen, onChoose }: Props) {
  const styles = layouts[layout];
  // Undefined until first opened, so that a page of options renders no dialogs.
  const [isLightboxOpen, setLightboxOpen] = useState<boolean>();
  return (
    <div className="relative h-full">
      <label
        className={cn(
          "relative flex h-full cursor-pointer overflow-hidden rounded border border-edge bg-surface",
          "transition-shadow hover:border-ink has-disabled:cursor-default",
          "has-disabled:hover:border-edge has-checked:border-nar has-checked:hover:border-nar",
          "has-checked:ring-2 has-checked:ring-nar has-focus-visible:outline-3",
          "has-focus-visible:outline-offset-3 has-focus-visible:outline-turkuaz",
          styles.card,
        )}
      >
        <span className={cn("relative block bg-sunken", styles.picture)}>
          <Picture
            path={option.image}
            alt=""
            sizes={styles.sizes}
            className="absolute inset-0 size-full"
          />
        </span>
        <span className="flex min-w-0 grow items-center gap-3 p-3 sm:p-4">
          <input
            type="radio"
            name="option"
            value={option.id}
            checked={isChosen}
            // Stays enabled while a vote is sent: disabling would take the focus from it.
            disabled={!isOpen}
            onChange={onChoose}
            // The scroll margin keeps it clear of the sticky bars when it is reached by keyboard.
            className="size-5 shrink-0 scroll-my-36 accent-nar outline-none"
          />
          <span className="min-w-0 leading-snug font-semibold wrap-anywhere hyphens-auto">
            {option.content}
          </span>
        </span>
      </label>
      <button
        type="button"
        aria-label={`Resmi büyüt: ${option.content}`}
        aria-haspopup="dialog"
        // A tab stop on the chosen option only, so that the vote button is one Tab further.
        tabIndex={isOpen && !isChosen ? -1 : 0}
        onClick={() => setLightboxOpen(true)}
        className={cn(
          "absolute top-0 z-1 grid size-11 cursor-zoom-in rounded p-1.5 print:hidden",
          styles.enlarge,
        )}
      >
        <span className="grid size-7 place-items-center rounded-full bg-surface/85">
          <Maximize2 className="size-4" aria-hidden="true" />
        </span>
      </button>
      {isLightboxOpen !== undefined && (
        <Lightbox
          open={isLightboxOpen}
          onClose={() => setLightboxOpen(false)}
          path={option.image}
          alt={`“${option.content}” şıkkının resmi`}
          title={option.content}
        />
      )}
    </div>
  );
}

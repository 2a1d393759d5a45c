import Maximize2 from "lucide-react/icons/maximize-2";
import { useState } from "react";
import type { Option } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { cn } from "#web/ui/cn.ts";
import { Lightbox } from "#web/ui/overlay/lightbox.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { type Share, ShareFill, ShareMark, ShareNumbers } from "./option-share.tsx";

/** `horizontal` (theme 1): picture beside the text; `vertical` (theme 2): above it (R45). */
type OptionLayout = "horizontal" | "vertical";

interface Props {
  option: Option;
  layout: OptionLayout;
  control?: "radio" | "checkbox";
  isChosen: boolean;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  onChoose: () => void;
  /** The option's part of the results, once they are shown. */
  share: Share | undefined;
}

const layouts: Record<
  OptionLayout,
  { card: string; picture: string; text: string; sizes: string; enlarge: string; mark: string }
> = {
  horizontal: {
    card: "min-h-16 items-stretch @lg:min-h-22",
    picture: "w-16 shrink-0 @lg:w-22",
    text: "items-center py-2",
    sizes: "5.5rem",
    // On a small picture it protrudes at the corner, so that the picture's middle still chooses.
    enlarge:
      "-top-3 -left-3 place-items-end p-2.5 @lg:top-0 @lg:left-0 @lg:place-items-start @lg:p-1",
    mark: "size-5 @lg:size-6",
  },
  vertical: {
    card: "flex-col",
    picture: "aspect-16/9 w-full @lg:aspect-2/1",
    text: "flex-wrap items-start pt-3 pb-2",
    sizes: "(min-width: 1024px) 16rem, (min-width: 640px) 33vw, 50vw",
    enlarge: "top-0 right-0 justify-items-end p-1.5",
    mark: "size-6",
  },
};

/**
 * One option. The card is the label of its control; a corner of the picture enlarges it. After
 * a vote it shows the option's share.
 */
export function BallotOption(props: Props) {
  const { option, layout, control, isChosen, isOpen, onChoose, share } = props;
  const styles = layouts[layout];
  const Card = control ? "label" : "div";
  // Undefined until first opened, so that a page of options renders no dialogs.
  const [isLightboxOpen, setLightboxOpen] = useState<boolean>();
  return (
    <div className="relative h-full">
      <Card
        className={cn(
          "relative flex h-full overflow-hidden rounded border border-edge bg-surface",
          "transition-shadow hover:border-ink has-disabled:cursor-default",
          "has-disabled:hover:border-edge has-checked:border-nar has-checked:hover:border-nar",
          "has-checked:ring-2 has-checked:ring-nar has-focus-visible:outline-3",
          "has-focus-visible:outline-offset-3 has-focus-visible:outline-turkuaz",
          control && "cursor-pointer",
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
        <span className={cn("relative flex min-w-0 grow gap-x-3 px-3", styles.text)}>
          {share && <ShareFill share={share} />}
          <span className="relative grid size-5 shrink-0 place-items-center">
            {control && (
              <input
                type={control}
                name="option"
                value={option.id}
                checked={isChosen}
                // Stays enabled while a vote is being sent: disabling it would lose the focus.
                disabled={!isOpen}
                onChange={onChoose}
                // The scroll margin keeps it clear of the bar when reached by keyboard.
                className={cn(
                  "size-5 scroll-my-36 accent-nar outline-none",
                  share && "absolute opacity-0",
                )}
              />
            )}
            {share && <ShareMark color={share.color} isOwn={isChosen} />}
          </span>
          <span
            dir="auto"
            className="relative min-w-0 grow basis-0 leading-snug font-semibold wrap-anywhere hyphens-auto"
          >
            {option.content}
          </span>
          {layout === "vertical" && <span className="basis-full" />}
          <span className={cn("relative", layout === "vertical" && "pl-8")}>
            <ShareNumbers share={share} isInLine={layout === "vertical"} />
          </span>
        </span>
      </Card>
      <button
        type="button"
        aria-label={`Resmi büyüt: ${isolated(option.content)}`}
        aria-haspopup="dialog"
        // A tab stop on the chosen option only, so that the vote button is one Tab further.
        tabIndex={isOpen && !isChosen ? -1 : 0}
        onClick={() => setLightboxOpen(true)}
        className={cn(
          "absolute z-1 grid size-11 cursor-zoom-in rounded print:hidden",
          styles.enlarge,
        )}
      >
        <span className={cn("grid place-items-center rounded-full bg-surface/85", styles.mark)}>
          <Maximize2 className="size-3.5" aria-hidden="true" />
        </span>
      </button>
      {isLightboxOpen !== undefined && (
        <Lightbox
          open={isLightboxOpen}
          onClose={() => setLightboxOpen(false)}
          path={option.image}
          alt={`“${isolated(option.content)}” şıkkının resmi`}
          title={option.content}
        />
      )}
    </div>
  );
}

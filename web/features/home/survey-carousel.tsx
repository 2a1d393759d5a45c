import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { CAROUSEL } from "#contract/limits.ts";
import type { SurveyCard as Card } from "#contract/shapes/survey-shapes.ts";
import { keyOfCard, SurveyCard } from "#web/features/survey-lists/survey-card.tsx";
import { SurveyCardSkeleton } from "#web/features/survey-lists/survey-card-skeleton.tsx";
import { Kept } from "#web/lib/kept-markup.tsx";
import { Button } from "#web/ui/button.tsx";

/** How many cards a press scrolls: one on small screens, otherwise three (R129). */
const perSlide = () =>
  matchMedia(`(width < ${CAROUSEL.narrowUnderPx}px)`).matches
    ? CAROUSEL.narrow.perSlide
    : CAROUSEL.wide.perSlide;

const CARD = "w-[310px] max-w-[calc(100vw-2rem)] shrink-0 snap-start sm:w-[440px] sm:max-w-none";

/** How long the smooth scrolling after a press may take. */
const SCROLL_MS = 600;

interface Props {
  title: string;
  surveys: readonly Card[];
  isLoading?: boolean;
  /** Distinguishes the buttons' names where there are several carousels. */
  of?: string;
  /** Called when the end is near. */
  onEndNear?: () => void;
  /** Shown beside the buttons. */
  children?: ReactNode;
}

/** Cards that the browser scrolls by finger, wheel or focus, with buttons that scroll them too. */
export function SurveyCarousel({ title, surveys, isLoading, of, onEndNear, children }: Props) {
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const lastPress = useRef({ stop: 0, at: -SCROLL_MS });
  const [can, setCan] = useState({ goBack: false, goOn: surveys.length > 1 });

  const updateButtons = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    // Scroll positions of zoomed pages are fractions of a pixel.
    const goBack = scrollLeft > 1;
    const goOn = scrollLeft + clientWidth < scrollWidth - 1;
    setCan((was) => (was.goBack === goBack && was.goOn === goOn ? was : { goBack, goOn }));
  }, []);
  const watchWidth = useCallback(
    (list: HTMLUListElement) => {
      row.current = list;
      const watch = new ResizeObserver(updateButtons);
      watch.observe(list);
      return () => watch.disconnect();
    },
    [updateButtons],
  );

  /** Quick presses add up: each continues from the previous one's target. */
  function move(direction: 1 | -1, at: number) {
    const list = row.current;
    const [first, second] = list?.children ?? [];
    if (!list || !first || !second) return;
    const step = second.getBoundingClientRect().left - first.getBoundingClientRect().left;
    const isScrolling = at - lastPress.current.at < SCROLL_MS;
    const here = isScrolling ? lastPress.current.stop : Math.round(list.scrollLeft / step);
    const last = Math.ceil((list.scrollWidth - list.clientWidth) / step);
    const stop = Math.min(Math.max(here + direction * perSlide(), 0), last);
    lastPress.current = { stop, at };
    list.scrollTo({ left: stop * step });
  }

  return (
    <section aria-labelledby={id}>
      <div className="wide mb-6 flex flex-wrap items-end justify-between gap-4">
        <h2 id={id} className="text-question">
          {title}
        </h2>
        <div className="flex items-center gap-2">
          {/* aria-disabled at an end: disabling would take the focus away. */}
          <Button
            size="icon"
            aria-label={of ? `Önceki anketler: ${of}` : "Önceki anketler"}
            aria-disabled={!can.goBack}
            onClick={({ timeStamp }) => move(-1, timeStamp)}
          >
            <ArrowLeft aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            aria-label={of ? `Sonraki anketler: ${of}` : "Sonraki anketler"}
            aria-disabled={!can.goOn}
            onClick={({ timeStamp }) => move(1, timeStamp)}
          >
            <ArrowRight aria-hidden="true" />
          </Button>
          {children}
        </div>
      </div>
      <ul
        ref={watchWidth}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) => {
          updateButtons();
          if (scrollLeft + 2 * clientWidth > scrollWidth) onEndNear?.();
        }}
        aria-busy={isLoading}
        className="sliding-row flex gap-4 sm:gap-6"
      >
        {surveys.map((survey) => (
          <Kept as="li" key={survey.id} by={keyOfCard(survey, "in a row")} className={CARD}>
            <SurveyCard survey={survey} hasBallot sizes="(min-width: 640px) 440px, 310px" />
          </Kept>
        ))}
        {isLoading &&
          ["first", "second", "third"].map((key) => (
            <li key={key} aria-hidden="true" className={CARD}>
              <SurveyCardSkeleton hasBallot />
            </li>
          ))}
      </ul>
    </section>
  );
}

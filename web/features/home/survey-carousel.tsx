import useEmblaCarousel from "embla-carousel-react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useCallback, useEffect, useState } from "react";
import { CAROUSEL } from "#contract/limits.ts";
import type { SurveyCard as Card } from "#contract/survey-shapes.ts";
import { SurveyCard } from "#web/features/surveys/survey-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** How many cards a press moves: one on small screens, otherwise three (spec §9). */
const perSlide = () =>
  matchMedia(`(width < ${CAROUSEL.narrowUnderPx}px)`).matches
    ? CAROUSEL.narrow.perSlide
    : CAROUSEL.wide.perSlide;

export function SurveyCarousel({ surveys }: { surveys: readonly Card[] }) {
  const [viewport, embla] = useEmblaCarousel({ align: "start" });
  // Measuring the cards holds a phone up while it gets ready, and they stand below what it shows.
  const [isNear, setNear] = useState(false);
  const untilNear = useCallback((cards: HTMLElement | null) => {
    if (!cards) return;
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "25%" },
    );
    watch.observe(cards);
    return () => watch.disconnect();
  }, []);
  const [can, setCan] = useState({ goBack: false, goOn: surveys.length > 1 });

  useEffect(() => {
    if (!embla) return;
    const look = () => setCan({ goBack: embla.canScrollPrev(), goOn: embla.canScrollNext() });
    look();
    embla.on("select", look).on("reInit", look);
    return () => void embla.off("select", look).off("reInit", look);
  }, [embla]);

  // Each card stays a stop of its own, where a finger or the keyboard may come to rest.
  function move(direction: 1 | -1) {
    if (!embla) return;
    const last = embla.scrollSnapList().length - 1;
    const stop = embla.selectedScrollSnap() + direction * perSlide();
    embla.scrollTo(Math.min(Math.max(stop, 0), last));
  }

  return (
    <section aria-labelledby="active-surveys" className="overflow-x-clip">
      <div className="wide mb-6 flex flex-wrap items-end justify-between gap-4">
        <h2 id="active-surveys" className="text-question">
          Meydanda bugün
        </h2>
        <div className="flex items-center gap-2">
          {/* Not disabled at an end, which would take the focus from them. */}
          <Button
            size="icon"
            aria-label="Önceki anketler"
            aria-disabled={!can.goBack}
            onClick={() => move(-1)}
          >
            <ArrowLeft aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            aria-label="Sonraki anketler"
            aria-disabled={!can.goOn}
            onClick={() => move(1)}
          >
            <ArrowRight aria-hidden="true" />
          </Button>
          <LinkButton kind="learn" to="/surveys" className="ml-2">
            Hepsini Gör
          </LinkButton>
        </div>
      </div>
      <div className="wide">
        <div ref={isNear ? viewport : untilNear}>
          <ul className="flex gap-4 sm:gap-6">
            {surveys.map((survey) => (
              <li
                key={survey.id}
                className="w-[310px] max-w-[calc(100vw-2rem)] shrink-0 sm:w-[440px] sm:max-w-none"
              >
                <SurveyCard survey={survey} sizes="(min-width: 640px) 440px, 310px" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

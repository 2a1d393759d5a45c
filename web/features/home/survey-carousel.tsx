import useEmblaCarousel from "embla-carousel-react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useState } from "react";
import { CAROUSEL } from "#contract/limits.ts";
import type { SurveyCard as Card } from "#contract/survey-shapes.ts";
import { SurveyCard } from "#web/features/surveys/survey-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** One card a slide on phones, three on a desk (spec §9); fewer where the third could not be seen. */
const SLIDES: Parameters<typeof useEmblaCarousel>[0] = {
  align: "start",
  breakpoints: {
    "(min-width: 900px)": { slidesToScroll: 2 },
    "(min-width: 1264px)": { slidesToScroll: CAROUSEL.wide.perSlide },
  },
};

export function SurveyCarousel({ surveys }: { surveys: readonly Card[] }) {
  const [viewport, embla] = useEmblaCarousel(SLIDES);
  const [can, setCan] = useState({ goBack: false, goOn: surveys.length > 1 });

  useEffect(() => {
    if (!embla) return;
    const look = () => setCan({ goBack: embla.canScrollPrev(), goOn: embla.canScrollNext() });
    look();
    embla.on("select", look).on("reInit", look);
    return () => void embla.off("select", look).off("reInit", look);
  }, [embla]);

  return (
    <section aria-labelledby="active-surveys" className="overflow-x-clip">
      <div className="wide mb-6 flex flex-wrap items-end justify-between gap-4">
        <h2 id="active-surveys" className="text-question">
          Meydanda bugün
        </h2>
        <div className="flex items-center gap-2">
          <Button
            size="icon"
            aria-label="Önceki anketler"
            disabled={!can.goBack}
            onClick={() => embla?.scrollPrev()}
          >
            <ArrowLeft aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            aria-label="Sonraki anketler"
            disabled={!can.goOn}
            onClick={() => embla?.scrollNext()}
          >
            <ArrowRight aria-hidden="true" />
          </Button>
          <LinkButton kind="learn" to="/surveys" className="ml-2">
            Hepsini Gör
          </LinkButton>
        </div>
      </div>
      <div className="wide">
        <div ref={viewport}>
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

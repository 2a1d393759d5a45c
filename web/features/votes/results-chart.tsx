import { arc } from "d3-shape";
import type { Result } from "#contract/votes.ts";

const RADIUS = 100;
const RINGS = [0.25, 0.5, 0.75, 1];

const slice = arc<{ at: number; of: number; radius: number }>()
  .innerRadius(0)
  .outerRadius(({ radius }) => radius)
  .startAngle(({ at, of }) => (2 * Math.PI * at) / of)
  .endAngle(({ at, of }) => (2 * Math.PI * (at + 1)) / of);

/** A polar-area chart: equal angles, and areas in the proportion of the counts. */
export function ResultsChart({ results }: { results: readonly Result[] }) {
  const most = Math.max(...results.map(({ count }) => count), 1);
  return (
    <figure className="flex flex-col items-center gap-3">
      <svg
        viewBox="-104 -104 208 208"
        role="img"
        aria-label={`Anket Sonuçları: ${results.map(inWords).join(", ")}`}
        className="w-full max-w-64"
      >
        <g className="fill-none stroke-line">
          {RINGS.map((area) => (
            <circle key={area} r={RADIUS * Math.sqrt(area)} />
          ))}
        </g>
        <g className="stroke-surface stroke-2 transition-transform duration-180 starting:scale-0">
          {results.map((result, at) => (
            <path
              key={result.option_id}
              d={
                slice({
                  at,
                  of: results.length,
                  radius: RADIUS * Math.sqrt(result.count / most),
                }) ?? ""
              }
              fill={result.color}
            >
              <title>{inWords(result)}</title>
            </path>
          ))}
        </g>
      </svg>
      <figcaption className="text-sm text-muted">Anket Sonuçları</figcaption>
    </figure>
  );
}

const inWords = ({ option_name, value }: Result): string => `${option_name} ${value}`;

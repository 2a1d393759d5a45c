import type { Result } from "#contract/endpoints/votes.ts";
import { isolated } from "#web/lib/direction.ts";

const RADIUS = 100;
const RING_AREAS = [0.25, 0.5, 0.75, 1];

/** The path of one of `total` slices (at least two), arranged clockwise from the top. */
function slice(index: number, total: number, radius: number): string {
  const [from, to] = [index, index + 1].map((step) => {
    const angle = (2 * Math.PI * step) / total;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `M0 0L${from}A${radius} ${radius} 0 0 1 ${to}Z`;
}

/** A polar-area chart: every option has the same angle and an area proportional to its count. */
export function ResultsChart({ results }: { results: readonly Result[] }) {
  const highest = Math.max(...results.map(({ count }) => count), 1);
  return (
    <figure className="flex flex-col items-center gap-3">
      <svg
        viewBox="-104 -104 208 208"
        role="img"
        aria-label={`Anket Sonuçları: ${results.map(describe).join(", ")}`}
        className="w-full max-w-64"
      >
        <g className="fill-none stroke-line">
          {RING_AREAS.map((area) => (
            <circle key={area} r={RADIUS * Math.sqrt(area)} />
          ))}
        </g>
        <g className="stroke-surface stroke-2 transition-transform duration-180 starting:scale-0">
          {results.map((result, index) => (
            <path
              key={result.option_id}
              d={slice(index, results.length, RADIUS * Math.sqrt(result.count / highest))}
              fill={result.color}
            >
              <title>{describe(result)}</title>
            </path>
          ))}
        </g>
      </svg>
      <figcaption className="text-sm text-muted">Anket Sonuçları</figcaption>
    </figure>
  );
}

const describe = ({ option_name, value }: Result): string => `${isolated(option_name)} ${value}`;

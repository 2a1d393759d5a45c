import type { Report } from "#contract/endpoints/report.ts";
import { SIDE, shapeOf } from "#contract/option-marks.ts";
import { isolated } from "#web/lib/direction.ts";
import type { Group } from "./groups.ts";

type Options = Report["options"];

/** A group's shares side by side, each as wide as its percentage. */
export function ShareBar({ options, group }: { options: Options; group: Group }) {
  let at = 0;
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="img"
      aria-label={describe(options, group)}
      className="h-5 w-full overflow-hidden rounded bg-sunken"
    >
      {options.map(({ id, color }, i) => {
        const width = group.shares[i] ?? 0;
        at += width;
        return (
          <g key={id}>
            <rect x={at - width} width={width} height="4" fill={color} />
            {at > width && width > 0 && (
              <path
                d={`M${at - width} 0v4`}
                className="stroke-page"
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

export const HATCHED = "url(#hatching)";

/** The pattern that `HATCHED` refers to. */
export function Hatching() {
  return (
    <defs>
      <pattern
        id="hatching"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--color-sunken)" />
        <rect width="1.2" height="5" fill="var(--color-line)" />
      </pattern>
    </defs>
  );
}

export const describe = (options: Options, { shares }: Pick<Group, "shares">): string =>
  options.map(({ content }, i) => `${isolated(content)} %${shares[i]}`).join(", ");

/** Which colour is which option; each cut to one line if `isShort`. */
export function Legend({ options, isShort = false }: { options: Options; isShort?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {options.map(({ id, content, color }, i) => (
        <li key={id} className="max-w-full min-w-0">
          <OptionName content={content} color={color} shape={i} isShort={isShort} />
        </li>
      ))}
    </ul>
  );
}

/** An option with its shape and colour in the map. */
export function OptionName({
  content,
  color,
  shape,
  isShort = false,
}: Pick<Options[number], "content" | "color"> & { shape: number; isShort?: boolean }) {
  return (
    <span className="flex items-baseline gap-2">
      <OptionMark color={color} shape={shape} />
      <span
        dir="auto"
        className={isShort ? "min-w-0 truncate" : "min-w-0 wrap-anywhere hyphens-auto"}
      >
        {content}
      </span>
    </span>
  );
}

export function OptionMark({ color, shape }: { color: string; shape: number }) {
  return (
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      aria-hidden="true"
      className="size-3.5 shrink-0 overflow-visible"
    >
      <path d={shapeOf(shape)} fill={color} />
    </svg>
  );
}

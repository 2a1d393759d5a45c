import { memo } from "react";
import {
  TILE_CIRCLE_WHITE,
  TILE_COLORS,
  TILE_FONT_SIZES,
  TILE_LINE_HEIGHT,
  TILE_SHAPES,
  type TileShape,
  tileCircles,
} from "#contract/tiles.ts";

interface Props {
  title: string;
  /** An index of `TILE_COLORS`. */
  color: number;
  shape: TileShape;
}

/**
 * A tile as the server will draw it (R84), but with this device's emoji. Fills the surrounding
 * element.
 */
export const Tile = memo(({ title, color, shape }: Props) => {
  const { width, height, textWidth, textHeight } = TILE_SHAPES[shape];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <rect width={width} height={height} fill={TILE_COLORS[color % TILE_COLORS.length]} />
      {tileCircles(shape).map(({ x, y, radius }) => (
        <circle key={x} cx={x} cy={y} r={radius} fill="white" opacity={TILE_CIRCLE_WHITE} />
      ))}
      <foreignObject
        x={(width - textWidth) / 2}
        y={(height - textHeight) / 2}
        width={textWidth}
        height={textHeight}
      >
        <span className="flex size-full items-center font-extrabold" style={{ color: "white" }}>
          <span
            ref={(element) => {
              if (element) fitText(element, textHeight);
            }}
            dir="auto"
            className="w-full min-w-0 text-center"
            style={{ lineHeight: TILE_LINE_HEIGHT }}
          >
            {title}
          </span>
        </span>
      </foreignObject>
    </svg>
  );
});

function fitText(text: HTMLElement, height: number): void {
  for (const wrap of ["normal", "anywhere"]) {
    text.style.overflowWrap = wrap;
    for (const size of TILE_FONT_SIZES) {
      text.style.fontSize = `${size}px`;
      if (text.scrollWidth <= text.clientWidth && text.offsetHeight <= height) return;
    }
  }
}

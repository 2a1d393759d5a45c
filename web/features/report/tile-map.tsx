import { useEffect, useRef, useState } from "react";
import type { Report } from "#contract/endpoints/report.ts";
import { SIDE, shapeOf } from "#contract/option-marks.ts";
import { COLUMNS, mapOf, ROW_COUNT, strengthOf, TILES } from "#contract/shapes/province-map.ts";
import { cn } from "#web/ui/cn.ts";
import { ReportTable } from "./group-list.tsx";
import { type Group, sizeOf } from "./groups.ts";
import { describe, HATCHED, Hatching } from "./share-bar.tsx";

const GAP = 2;
const TILE = SIDE + GAP;
interface Props {
  report: Report;
  provinces: readonly Group[];
  regions: readonly Group[];
}

/**
 * The provinces as tiles in place, in the colour of the option that leads there, or in their region
 * while few provinces have a number: stronger for a larger lead.
 */
export function TileMap({ report, provinces, regions }: Props) {
  const [map, pointed] = usePointedTile();
  const { isByRegion, groups: shown } = mapOf(provinces, regions);
  return (
    <div className="grid grid-cols-1 gap-4">
      <figure className="grid gap-2 break-inside-avoid">
        <svg
          ref={map}
          viewBox={`0 0 ${COLUMNS * TILE} ${ROW_COUNT * TILE}`}
          role="img"
          aria-label={
            isByRegion
              ? "Bölge haritası: iller, bölgelerinin sonucuyla gösteriliyor."
              : `İl haritası: ${shown.size} ilin sonucu gösteriliyor. Aynısı aşağıdaki tabloda.`
          }
          className="w-full max-w-3xl"
        >
          <Hatching />
          {TILES.map(({ code, column, row }) => {
            const group = shown.get(code);
            const isPointed = pointed === code;
            const edge = group ? "stroke-edge" : "stroke-line";
            return (
              <g
                key={code}
                data-code={code}
                transform={`translate(${column * TILE + GAP / 2} ${row * TILE + GAP / 2})`}
              >
                <path
                  d={shapeOf(group ? Math.max(0, group.leader) : 0)}
                  fill={group ? colorOf(report, group) : HATCHED}
                  fillOpacity={group ? strengthOf(group.shares) : 1}
                  className={isPointed ? "stroke-ink" : edge}
                  strokeWidth={isPointed ? 1.5 : 0.5}
                />
                <text
                  x={SIDE / 2}
                  y={SIDE / 2 + 2.8}
                  textAnchor="middle"
                  className={cn("stroke-page", group ? "fill-ink" : "fill-muted")}
                  strokeWidth="1.6"
                  paintOrder="stroke"
                  fontSize="8"
                  fontWeight="600"
                >
                  {String(code).padStart(2, "0")}
                </text>
              </g>
            );
          })}
        </svg>
        <figcaption className="min-h-12 text-sm text-muted">
          {pointed
            ? describePointed(report, shown.get(pointed))
            : `${isByRegion ? "İllerin çoğunda oy verenler az olduğu için harita bölgeleri gösteriyor. " : ""}Renk ve biçim öndeki şıkkı, koyuluk farkını gösterir; taralı ${isByRegion ? "bölgelerde" : "illerde"} oy verenler az, boşlarda eşitlik var; birleştirilenler birlikte gösterilir. Sayılar plaka kodudur. Bir ile dokunun.`}
        </figcaption>
      </figure>
      {provinces.length > 0 && <ReportTable report={report} groups={provinces} dimension="İl" />}
    </div>
  );
}

/** The tile under the pointer, or the last one pressed. The table gives the same to everybody. */
function usePointedTile() {
  const ref = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<number>();
  useEffect(() => {
    const map = ref.current;
    const point = ({ target }: Event) => {
      const tile = target instanceof Element && target.closest("[data-code]");
      if (tile) setPointed(Number(tile.getAttribute("data-code")));
    };
    map?.addEventListener("pointerover", point);
    map?.addEventListener("pointerdown", point);
    return () => {
      map?.removeEventListener("pointerover", point);
      map?.removeEventListener("pointerdown", point);
    };
  }, []);
  return [ref, pointed] as const;
}

const describePointed = ({ options }: Report, group: Group | undefined): string =>
  group
    ? `${group.names.join(", ")}, ${sizeOf(group)}: ${describe(options, group)}`
    : "Bu bölgede oy verenler, sonuçları gösterilemeyecek kadar az.";

const colorOf = ({ options }: Report, { leader }: Group) =>
  options[leader]?.color ?? "var(--color-line)";

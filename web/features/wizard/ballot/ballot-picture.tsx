import type { ReactNode } from "react";
import type { CastKind } from "#contract/ballots/ballots.ts";

/** What the three options get. */
const GRADES = [4, 2, 5];

/** The tops of three options beneath each other. */
const ROWS = [2, 15, 28];

/** A kind of ballot in small: three options, and how they are chosen, ordered or graded. */
export function BallotPicture({ kind }: { kind: CastKind }) {
  return (
    <svg viewBox="0 0 56 40" aria-hidden="true" className="h-10 w-14 shrink-0">
      {ROWS.map((top, row) => (
        <g key={top} transform={`translate(2 ${top})`}>
          {DRAWN[kind](row)}
        </g>
      ))}
    </svg>
  );
}

const ON = "fill-turkuaz stroke-turkuaz";
const OFF = "fill-surface stroke-edge";

const line = (width: number) => (
  <rect x="15" y="2.5" width={width} height="5" rx="2.5" className="fill-edge" />
);
const tick = <path d="M2.5 5l2 2 3.5-4" className="fill-none stroke-surface" strokeWidth="1.5" />;

const DRAWN: Record<CastKind, (row: number) => ReactNode> = {
  single: (row) => (
    <>
      <circle cx="5" cy="5" r="4.25" strokeWidth="1.5" className={row === 1 ? ON : OFF} />
      {row === 1 && <circle cx="5" cy="5" r="1.75" className="fill-surface" />}
      {line(35)}
    </>
  ),
  multiple: (row) => (
    <>
      <rect
        x="0.75"
        y="0.75"
        width="8.5"
        height="8.5"
        rx="2"
        strokeWidth="1.5"
        className={row === 1 ? OFF : ON}
      />
      {row !== 1 && tick}
      {line(35)}
    </>
  ),
  ranked: (row) => (
    <>
      <text x="5" y="9" textAnchor="middle" className="fill-turkuaz text-[11px] font-extrabold">
        {row + 1}
      </text>
      {line(35 - 10 * row)}
    </>
  ),
  rating: (row) =>
    [0, 1, 2, 3, 4].map((dot) => (
      <circle
        key={dot}
        cx={5 + 10.5 * dot}
        cy="5"
        r="3.5"
        strokeWidth="1.5"
        className={dot < (GRADES[row] ?? 0) ? ON : OFF}
      />
    )),
};

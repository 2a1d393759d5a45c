/** A voter, drawn as the logo's speech bubble; the tip of its tail is at 0, 0. */
const BUBBLE = "M4-52H23A16.5 16.5 0 0 1 23-19H15.5L0 0-7.5-21A16.5 16.5 0 0 1 4-52Z";
const TICK = "M4-36 10.5-29 23-43";

/** Voters queue behind their choice, so that the queues look like a bar chart. */
const QUEUES = [
  { tone: "fill-turkuaz", voters: 4 },
  { tone: "fill-ink", voters: 6 },
  { tone: "fill-nar", voters: 8 },
  { tone: "fill-turkuaz", voters: 5 },
];
const UNDECIDED = [
  { across: 0.6, along: 6.1 },
  { across: 2.1, along: 7.3 },
  { across: 6.9, along: 7.1 },
];
const SIDE = 8;
const HALF_TILE = { x: 36, y: 20 };

/** Isometric coordinates: `across` from queue to queue, `along` from a queue's end to its front. */
const place = (across: number, along: number) => ({
  x: Math.round((across - along) * HALF_TILE.x),
  y: Math.round((across + along) * HALF_TILE.y),
});

const voters = [
  ...QUEUES.flatMap(({ tone, voters: count }, queue) =>
    Array.from({ length: count }, (_, along) => ({
      tone,
      hasVoted: along === SIDE - 1,
      ...place(queue * 2 + 1, along + 0.5),
    })),
  ),
  ...UNDECIDED.map(({ across, along }) => ({
    tone: "fill-edge",
    hasVoted: false,
    ...place(across, along),
  })),
].sort((a, b) => a.y - b.y);

const line = (...ends: [across: number, along: number][]) =>
  ends.map(([across, along], at) => {
    const { x, y } = place(across, along);
    return `${at === 0 ? "M" : "L"}${x} ${y}`;
  });
const ground = line([0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]).join("");
const paving = Array.from({ length: SIDE - 1 }, (_, at) =>
  [...line([at + 1, 0], [at + 1, SIDE]), ...line([0, at + 1], [SIDE, at + 1])].join(""),
).join("");

/** A public square with queues of voters; decorative. */
export function HeroIllustration() {
  return (
    <svg viewBox="-296 -64 592 392" aria-hidden="true" className="w-full">
      <circle cx="-150" cy="52" r="104" className="fill-nar-soft" />
      <path d={`${ground}Z`} className="fill-surface stroke-line" />
      <path d={paving} className="stroke-line" />
      {voters.map(({ x, y }) => (
        <path
          key={`${x} ${y}`}
          d={BUBBLE}
          transform={`matrix(1 0 -1.1 -.42 ${x} ${y})`}
          className="fill-ink opacity-10"
        />
      ))}
      {voters.map(({ x, y, tone, hasVoted }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d={BUBBLE} className={`${tone} stroke-surface stroke-2`} />
          {hasVoted && (
            <path
              d={TICK}
              className="fill-none stroke-on-accent stroke-5 [stroke-linecap:round] [stroke-linejoin:round]"
            />
          )}
        </g>
      ))}
    </svg>
  );
}

import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type PointerEvent, useLayoutEffect, useRef } from "react";

interface Props {
  /** Ids of options, the best first. */
  ranking: readonly number[];
  nameOf: (id: number) => string;
  /** Moves an option to a place, from 0. */
  onPlace: (id: number, at: number) => void;
}

/** A ranking whose options are moved by a handle or by buttons. */
export function RankingList({ ranking, nameOf, onPlace }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<HTMLElement>(null);
  // Moving a row in the document takes the focus from its button.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  });

  function drag(event: PointerEvent<HTMLElement>, id: number) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const at = rows.findIndex(({ bottom }) => event.clientY < bottom);
    onPlace(id, at < 0 ? rows.length - 1 : at);
  }

  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">Sıralamanız</h3>
      <ol ref={list} className="grid gap-1">
        {ranking.map((id, at) => (
          <li
            key={id}
            className="flex min-h-12 items-center rounded border border-line bg-surface pl-1"
          >
            <span
              data-handle
              aria-hidden="true"
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(event, id)}
              className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
            >
              <GripVertical className="size-5" />
            </span>
            <span className="shrink-0 font-extrabold">{at + 1}.</span>
            <span dir="auto" className="min-w-0 grow truncate px-2">
              {nameOf(id)}
            </span>
            {[-1, 1].map((step) => {
              const isEnd = at + step < 0 || at + step === ranking.length;
              const Arrow = step < 0 ? ArrowUp : ArrowDown;
              return (
                <button
                  key={step}
                  type="button"
                  aria-label={`${step < 0 ? "Yukarı al" : "Aşağı al"}: ${nameOf(id)}`}
                  // Not disabled, which would lose the focus at the end.
                  aria-disabled={isEnd}
                  onClick={({ currentTarget }) => {
                    pressed.current = currentTarget;
                    onPlace(id, at + step);
                  }}
                  className="grid size-11 shrink-0 place-items-center rounded aria-disabled:opacity-30"
                >
                  <Arrow className="size-5" aria-hidden="true" />
                </button>
              );
            })}
          </li>
        ))}
      </ol>
    </section>
  );
}

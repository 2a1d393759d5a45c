import { useState } from "react";
import { formatNumber } from "#web/lib/turkish.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CircleList } from "./follow-list.tsx";
import type { Circle } from "./people.api.ts";

interface Props {
  nickname: string;
  circle: Circle;
  count: number;
}

const words: Record<Circle, { title: string; counted: string }> = {
  followers: { title: "Takipçiler", counted: "takipçi" },
  followings: { title: "Takip Edilenler", counted: "takip edilen" },
};

/** A count that opens the list of the people it counts. */
export function CircleButton({ nickname, circle, count }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-h-11 rounded px-2 text-muted hover:text-ink hover:underline"
      >
        <span className="font-semibold text-ink tabular-nums">{formatNumber(count)}</span>{" "}
        {words[circle].counted}
      </button>
      <Dialog open={isOpen} onClose={close} title={words[circle].title} closesBeside>
        <CircleList nickname={nickname} circle={circle} onLeave={close} />
      </Dialog>
    </>
  );
}

import { useState } from "react";
import { formatNumber } from "#web/lib/turkish.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { FollowList, type FollowListKind } from "./follow-list.tsx";

interface Props {
  nickname: string;
  kind: FollowListKind;
  count: number;
}

const words: Record<FollowListKind, { title: string; counted: string }> = {
  followers: { title: "Takipçiler", counted: "takipçi" },
  followings: { title: "Takip Edilenler", counted: "takip" },
};

/** A count of followers or followed people that opens their list. */
export function FollowListButton({ nickname, kind, count }: Props) {
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
        {words[kind].counted}
      </button>
      <Dialog open={isOpen} onClose={close} title={words[kind].title} closesOnBackdrop>
        <FollowList nickname={nickname} kind={kind} onLeave={close} />
      </Dialog>
    </>
  );
}

import type { ReactNode } from "react";
import type { Notice } from "#contract/endpoints/notices.ts";
import { useDismissNotice } from "#web/features/notices/notices.api.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";

interface Props {
  notices: readonly Notice[] | undefined;
  /** What follows the notices; takes the focus once none is left. */
  children: ReactNode;
}

/** What an upgrade changed for a person, each with a button that dismisses it for good (R377). */
export function NoticeList({ notices = [], children }: Props) {
  const box = useFocusFallback(notices.map(({ name }) => name).join());
  return (
    <div {...box} className="grid gap-8 outline-none">
      {notices.map((notice) => (
        <NoticeBar key={notice.name} notice={notice} />
      ))}
      {children}
    </div>
  );
}

function NoticeBar({ notice: { name, title, text } }: { notice: Notice }) {
  const dismissal = useDismissNotice();
  const titleId = `duyuru-${name}`;
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-wrap items-end justify-end gap-x-6 gap-y-3 rounded border border-turkuaz bg-surface p-4 sm:p-5 print:hidden"
    >
      <div className="grid min-w-0 grow basis-80 gap-1.5">
        <p id={titleId} className="font-extrabold text-balance">
          {title}
        </p>
        <p className="max-w-prose text-pretty">{text}</p>
      </div>
      <Button
        aria-describedby={titleId}
        busy={dismissal.isPending}
        onClick={() => dismissal.mutate(name)}
      >
        Anladım
      </Button>
    </section>
  );
}

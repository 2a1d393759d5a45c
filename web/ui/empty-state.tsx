import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

interface Props {
  title: string;
  text?: ReactNode;
  /** A button or link that helps to fill the list. */
  children?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-4 rounded border border-dashed border-edge px-6 py-12 text-center">
      <Logo className="size-16 text-nar" />
      <div className="flex max-w-md flex-col gap-1.5">
        <p className="text-xl font-extrabold text-balance">{title}</p>
        {text && <p className="text-muted text-pretty">{text}</p>}
      </div>
      {children}
    </div>
  );
}

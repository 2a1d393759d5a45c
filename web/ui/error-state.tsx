import RotateCw from "lucide-react/icons/rotate-cw";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";

interface Props {
  title: string;
  text: ReactNode;
  onRetry?: () => void;
}

/** Shown in the place of what could not be loaded; says what to do. */
export function ErrorState({ title, text, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded border border-line bg-surface px-6 py-10 text-center"
    >
      <div className="flex max-w-md flex-col gap-1.5">
        <p className="text-xl font-extrabold text-balance">{title}</p>
        <p className="text-muted text-pretty">{text}</p>
      </div>
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw className="size-5" aria-hidden="true" />
          Tekrar Dene
        </Button>
      )}
    </div>
  );
}

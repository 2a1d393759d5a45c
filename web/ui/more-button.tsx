import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "./form/field.tsx";

interface Props {
  /** The result of `useInfiniteQuery`. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
}

/** Loads a list's next page, and shows why that failed. Renders nothing where there was none. */
export function MoreButton({ list }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const [isPressed, setPressed] = useState(false);
  if (!hasNextPage) {
    return isPressed ? (
      <p ref={focus} tabIndex={-1} className="mt-8 text-center text-muted">
        Listenin sonu
      </p>
    ) : null;
  }
  const load = () => {
    setPressed(true);
    void fetchNextPage();
  };
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      <Button busy={isFetchingNextPage} onClick={load}>
        Daha Fazla Göster
      </Button>
      <FieldError
        error={isFetchNextPageError && !isFetchingNextPage ? error?.message : undefined}
      />
    </div>
  );
}

/** Where the button was that had the focus. */
const focus = (end: HTMLElement | null) => end?.focus({ preventScroll: true });

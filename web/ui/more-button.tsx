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

/** Loads a list's next page, and shows why that failed. Renders nothing when there is none. */
export function MoreButton({ list }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Daha Fazla Göster
      </Button>
      <FieldError
        error={isFetchNextPageError && !isFetchingNextPage ? error?.message : undefined}
      />
    </div>
  );
}

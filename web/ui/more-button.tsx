import { Button } from "#web/ui/button.tsx";

interface Props {
  /** What `useSuspenseInfiniteQuery` answered. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads a list's next page; gone when there is none. */
export function MoreButton({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-8 flex justify-center">
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        Daha Fazla Göster
      </Button>
    </div>
  );
}

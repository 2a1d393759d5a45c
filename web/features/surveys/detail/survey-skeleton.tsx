import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Placeholder of the survey page while the browser loads a private survey. */
export function SurveySkeleton() {
  return (
    <div className="wide grid grid-cols-1 -mt-3 sm:-mt-4 gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Spinner label="Anket yükleniyor" />
        </div>
        <Skeleton className="h-[min(31vw,25svh)] sm:hidden" />
        <Skeleton className="h-16 w-4/5 sm:h-34" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-16 sm:h-22" />
          <Skeleton className="h-16 sm:h-22" />
        </div>
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  );
}

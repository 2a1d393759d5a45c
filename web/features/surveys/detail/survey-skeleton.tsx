import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Placeholder of the survey page while the browser loads a private survey. */
export function SurveySkeleton() {
  return (
    <div className="wide grid grid-cols-1 gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-5">
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 rounded-full" />
          <Spinner label="Anket yükleniyor" />
        </div>
        <Skeleton className="aspect-16/9 sm:aspect-5/2" />
        <Skeleton className="h-12 w-4/5" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  );
}

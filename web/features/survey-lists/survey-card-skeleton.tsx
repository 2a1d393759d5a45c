import { Skeleton } from "#web/ui/skeleton.tsx";

export function SurveyCardSkeleton({ hasBallot = false }) {
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <Skeleton
        className={`rounded-none ${hasBallot ? "aspect-16/9" : "aspect-5/2 sm:aspect-2/1"}`}
      />
      <div className="grid gap-4 p-4 sm:p-5">
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="h-6" />
        <Skeleton className="h-4 w-3/4" />
        {hasBallot && <Skeleton className="h-26" />}
        <Skeleton className="h-11" />
      </div>
    </div>
  );
}

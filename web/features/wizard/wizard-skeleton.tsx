import { Skeleton } from "#web/ui/skeleton.tsx";

/** Placeholder of the wizard while the saved draft is loaded. */
export function WizardSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start lg:gap-8">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-[29rem] w-full" />
      </div>
      <Skeleton className="h-44 w-full" />
    </div>
  );
}

import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";

const LATE_MS = 250;

/** A bar at the top of the window when loading the next page takes longer than LATE_MS. */
export function PageProgress() {
  // Not while the same page is refetched: its own parts show that.
  const isLoadingPage = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.href !== resolvedLocation.href,
  });
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isLoadingPage) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoadingPage]);

  return (
    <>
      <p role="status" className="sr-only">
        {isLate && "Sayfa yükleniyor"}
      </p>
      {isLate && (
        <div
          role="progressbar"
          aria-label="Sayfa yükleniyor"
          className="fixed inset-x-0 top-0 z-50 h-1 origin-left scale-x-95 animate-advance bg-nar forced-colors:bg-[Highlight] print:hidden"
        />
      )}
    </>
  );
}

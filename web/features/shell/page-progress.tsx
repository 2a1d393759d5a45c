import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";

const LATE_MS = 250;

/** Shows at the top of the window that a page asked for is on its way, once it lets one wait. */
export function PageProgress() {
  // Reading the same page anew is shown by what stands on it.
  const isUnderWay = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.href !== resolvedLocation.href,
  });
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isUnderWay]);

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

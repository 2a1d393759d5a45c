import { useSyncExternalStore } from "react";
import { HEADER_HIDE_SCROLL_PX } from "#contract/limits.ts";

function onScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

/** Whether the page is scrolled so far that the header hides. */
export const useScrolledPast = (): boolean =>
  useSyncExternalStore(
    onScroll,
    () => scrollY > HEADER_HIDE_SCROLL_PX,
    () => false,
  );

import type { MouseEvent } from "react";

/** For a link that acts instead of navigating; with Ctrl, Cmd or Shift it still opens its address. */
export const onUnmodifiedClick = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
};

import type { MouseEvent } from "react";

/** For a link that does something in its place; held keys still open its address elsewhere. */
export const onPlainPress = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
};

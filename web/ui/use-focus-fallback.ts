import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Spread on a list: focuses the list when its focused item is removed, which would otherwise move
 * the focus to the start of the page. `contentKey` must change whenever the list's content does.
 */
export function useFocusFallback(contentKey: string) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  const previousKey = useRef(contentKey);
  useEffect(() => {
    const isLost = previousKey.current !== contentKey && focused.current?.isConnected === false;
    previousKey.current = contentKey;
    if (isLost && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [contentKey]);
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // Not called for removed elements: React fires no blur for them.
    onBlur: () => {
      focused.current = null;
    },
  };
}

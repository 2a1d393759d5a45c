import { type FocusEvent, useEffect, useRef } from "react";

/**
 * What goes from a list takes the focus with it, as does what can no longer be done there; the
 * focus goes on from the list. `shown` differs when the list does.
 */
export function useFocusKept(shown: string) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isLost = before.current !== shown && focused.current?.isConnected === false;
    before.current = shown;
    if (isLost && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [shown]);
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // React tells of no blur of what it takes away.
    onBlur: () => {
      focused.current = null;
    },
  };
}

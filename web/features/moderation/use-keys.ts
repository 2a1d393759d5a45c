import { useEffect, useEffectEvent } from "react";

/** Calls what a key stands for, unless it is typed into a field, held, or goes to a dialog. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key];
    const { target } = event;
    const isTaken =
      target instanceof Element &&
      target.closest("input, textarea, select, button, a, summary, dialog");
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (!act || isTaken || isHeld) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

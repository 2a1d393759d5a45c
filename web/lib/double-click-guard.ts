/** Spread on a button that must act once however quickly it is pressed, such as a toggle. */
export const actsOnce = { "data-acts-once": "" };

/**
 * Ignores the second click of a double click where it would do something unintended: on an element
 * that appeared there when a dialog closed or a list moved on, on a form's submit button, which a
 * slow page may not yet show as busy, and on buttons with `actsOnce`. Elsewhere, as on a carousel's
 * arrows, each quick press counts.
 */
export function guardDoubleClicks(): void {
  let firstPressed: Element | null = null;
  const onPress = ({ detail, target }: MouseEvent) => {
    if (detail === 1) firstPressed = pressable(target);
  };
  const onClick = (event: MouseEvent) => {
    const pressed = pressable(event.target);
    const isRepeatMeant = pressed === firstPressed && !actsOnlyOnce(pressed);
    if (event.detail < 2 || isRepeatMeant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Capturing listeners on the window run before all others in the page.
  window.addEventListener("mousedown", onPress, { capture: true });
  window.addEventListener("click", onClick, { capture: true });
}

function pressable(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest("label, a, button, summary") ?? target.closest("input, select, textarea");
}

const actsOnlyOnce = (pressed: Element | null): boolean =>
  pressed?.matches("form button[type=submit], [data-acts-once]") ?? false;

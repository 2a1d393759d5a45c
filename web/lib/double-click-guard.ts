/** Spread on a button that must act once however quickly it is pressed, as one that toggles. */
export const actsOnce = { "data-acts-once": "" };

/**
 * Ignores the second click of a double click where it would do something that was not meant: on
 * what has come to stand there when a dialog closed or a list moved on, on a button that sends a
 * form, which a slow page has not yet shown to be busy, and on what `actsOnce`. Elsewhere, as on
 * the arrows of a carousel, quick presses count each.
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
  // Capturing on the window comes before every listener within the page.
  window.addEventListener("mousedown", onPress, { capture: true });
  window.addEventListener("click", onClick, { capture: true });
}

function pressable(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest("label, a, button, summary") ?? target.closest("input, select, textarea");
}

const actsOnlyOnce = (pressed: Element | null): boolean =>
  pressed?.matches("form button[type=submit], [data-acts-once]") ?? false;

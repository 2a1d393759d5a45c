/**
 * The second press of a double click is meant for what the first one met. When that is gone by
 * then, because a dialog closed or a list moved on, whatever has come to stand there is not pressed.
 * Nor is a form sent again that a slow page has not yet shown to be on its way.
 */
export function ignoreStrayPresses(): void {
  let met: Element | null = null;
  const onPress = ({ detail, target }: MouseEvent) => {
    if (detail === 1) met = pressable(target);
  };
  const onClick = (event: MouseEvent) => {
    const pressed = pressable(event.target);
    if (event.detail < 2 || (pressed === met && !sendsForm(pressed))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // On the window, so that it comes before everything that listens within the page.
  window.addEventListener("mousedown", onPress, { capture: true });
  window.addEventListener("click", onClick, { capture: true });
}

function pressable(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest("label, a, button, summary") ?? target.closest("input, select, textarea");
}

const sendsForm = (pressed: Element | null): boolean =>
  pressed instanceof HTMLButtonElement && pressed.type === "submit" && pressed.form !== null;

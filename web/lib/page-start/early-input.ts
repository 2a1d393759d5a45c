import { isChoice } from "./early-press.ts";
import { whenIdle } from "./idle.ts";

/** An element of `CONTROLS`; properties of other kinds are undefined. */
type Control = HTMLElement & Omit<HTMLInputElement, "open"> & Pick<HTMLDetailsElement, "open">;
type State = ReturnType<typeof stateOf>;

/**
 * Keeps what people do on a page before its code has loaded (R370, R371). Call it before React
 * hydrates the page, `carryOver` when React has replaced elements, and `settle` after hydration.
 */
export function keepEarlyInput() {
  const { early } = window;
  let before = identify();
  let focused = document.activeElement;
  document.addEventListener("focusin", ({ target }) => {
    focused = target as Element;
  });
  document.addEventListener("focusout", ({ target }) =>
    // Browsers fire it for removed elements too.
    queueMicrotask(() => {
      if (focused === target && (target as Element).isConnected) focused = null;
    }),
  );

  function carryOver() {
    const after = identify();
    for (const old of before) {
      const successor = old.control.isConnected ? undefined : successorOf(old, before, after);
      if (!successor) continue;
      if (isChanged(old.control)) change(successor, stateOf(old.control));
      if (old.control === focused) moveFocus(old.control, successor);
      if (old.control !== early?.pressed) continue;
      early.pressed = successor;
      early.mark(successor, true);
    }
  }

  async function settle() {
    void whenIdle().then(() => {
      before = [];
    });
    for (const button of early?.enabled ?? [])
      if (renderedWith(button)?.disabled !== false) button.disabled = true;
    const changed = before
      .map(({ control }) => control)
      .filter((control) => control.isConnected && isChanged(control) && !isNoticed(control))
      .map((control) => [control, stateOf(control)] as const);
    for (const [control, state] of changed) {
      hydrate(control);
      if (control.isConnected) change(control, state);
    }
    if (!early?.pressed) return;
    hydrate(early.pressed);
    // Lets React render the changes.
    await new Promise((resolve) => setTimeout(resolve));
    early.mark(early.pressed, false);
    early.pressed.click();
  }

  return { carryOver: () => queueMicrotask(carryOver), settle };
}

interface Identified {
  control: Control;
  /** Most specific first; the second is the same in a translated page. */
  keys: readonly string[];
}

const CONTROLS = "input, select, textarea, button, details";

/** The controls of the page. Labels are not found once elements have left the page. */
const identify = (): Identified[] =>
  [...document.querySelectorAll<Control>(CONTROLS)].map((control) => {
    const { localName, type, name, value, labels } = control;
    const kind = [localName, type, name, isChoice(control) && value].join();
    const label = control.ariaLabel ?? (labels?.[0] ?? control).textContent;
    return { control, keys: [kind + label, kind] };
  });

/** The control that React has put in place of `old`. */
function successorOf(old: Identified, before: Identified[], after: Identified[]) {
  for (const [at, key] of old.keys.entries()) {
    const [olds = [], news = []] = [before, after].map((all) =>
      all.filter(({ keys }) => keys[at] === key),
    );
    if (olds.length === news.length) return news[olds.indexOf(old)]?.control;
  }
}

const stateOf = ({ value, checked, files, open }: Control) => ({ value, checked, files, open });

/** Whether it differs from the document as it was sent. */
function isChanged(control: Control): boolean {
  const { localName, type, checked, defaultChecked, value, defaultValue, open } = control;
  if (control instanceof HTMLSelectElement) {
    const at = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, at);
  }
  // The checked button alone stands for a radio group's choice.
  if (type === "radio") return checked && !defaultChecked;
  if (type === "checkbox") return checked !== defaultChecked;
  return open || (localName !== "button" && value !== defaultValue);
}

/**
 * The props with which React has rendered an element; undefined before it has taken it over. What is
 * done while it does so reaches both React and the document's first script.
 */
function renderedWith(element: Element): Partial<HTMLInputElement> | undefined {
  const name = Object.keys(element).find((key) => key.startsWith("__reactProps$"));
  return name === undefined ? undefined : (element[name as keyof Element] as never);
}

/** Whether React has rendered the change of a box or radio button already. */
const isNoticed = (control: Control): boolean =>
  isChoice(control) && renderedWith(control)?.checked === control.checked;

/** Hydrates this part of the page now, as React does on events that people cause. */
const hydrate = (control: HTMLElement) =>
  control.dispatchEvent(new Event("touchcancel", { bubbles: true }));

/** Changes a control in a way that React notices. */
function change(control: Control, { value, checked, files, open }: State): void {
  if (open) control.open = open;
  else if (isChoice(control)) {
    if (control.disabled) return;
    control.checked = !checked;
    control.click();
  } else {
    if (files) control.files = files;
    else if (control.value !== value) control.value = value;
    // React ignores the event if it already knows the value.
    (control as Tracked)._valueTracker?.setValue(`${value}.`);
    for (const type of ["input", "change"]) {
      control.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
}

type Tracked = { _valueTracker?: { setValue: (value: string) => void } };

function moveFocus(from: Control, to: Control): void {
  to.focus({ preventScroll: true });
  // Fields for numbers or e-mail addresses have no selection.
  if (typeof from.selectionStart === "number")
    to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

declare global {
  interface Window {
    /** Recorded by the document's first script; missing if no document came from the server. */
    early?: EarlyPress;
  }
}

interface EarlyPress {
  /** The button that was pressed last. */
  pressed?: HTMLElement;
  /** Whether a field was changed. */
  isTouched?: boolean;
  /** Buttons that were enabled because every checkbox of their form was checked. */
  enabled: HTMLButtonElement[];
  /** Shows whether `pressed` waits. */
  mark: (button: Element, waits: boolean) => void;
  /** Stops holding presses back. */
  stop: () => void;
  /** The code will not come: presses no longer wait, but show how to load the page again. */
  fail: () => void;
  /** How many elements the document had when it was complete. */
  elements?: number;
}

const LOST_NOTE =
  "above-phone-bar fixed inset-x-0 z-50 border-t border-edge bg-surface p-4 text-center text-pretty shadow";
const LOST_LINK = "py-3.5 font-semibold text-turkuaz underline decoration-1 underline-offset-4";

/**
 * Holds presses made before the page's code has loaded and shows that they wait (R371). Forms with
 * `method="get"`, such as searches, work without the code. If the code cannot load, a press says
 * so. Written in syntax that old browsers understand.
 */
export const EARLY_PRESS_SCRIPT = `(function(early,on,isLost,note){self.early=early;
early.mark=function(b,waits){if(waits){b.setAttribute("data-pressed","");b.setAttribute("aria-busy","true")}
else{b.removeAttribute("data-pressed");b.removeAttribute("aria-busy")}};
early.stop=function(){for(var type in on)removeEventListener(type,on[type],true);if(note)note.remove()};
function hold(event,b){event.preventDefault();event.stopImmediatePropagation();if(isLost)return tell();if(!b)return;
if(early.pressed)early.mark(early.pressed,false);early.mark(early.pressed=b,true)}
function tell(){if(!note){note=document.createElement("div");note.setAttribute("role","alert");note.className="${LOST_NOTE}";
note.innerHTML='Sayfanın tamamı yüklenemediği için düğmeler çalışmıyor. İnternet bağlantınızı kontrol edip <a href="" class="${LOST_LINK}">sayfayı yenileyin</a>.';
note.querySelector("a").onclick=function(){location.reload();return false}}
document.body.appendChild(note)}
early.fail=function(){isLost=true;if(early.pressed){early.mark(early.pressed,false);tell()}};
on.DOMContentLoaded=function(){if(!early.elements)early.fail()};
on.click=function(event){var b=event.target.closest("button");
if(b&&b.type!="submit"&&b.getAttribute("aria-disabled")!="true")hold(event,b)};
on.submit=function(event){if(event.target.getAttribute("method")!="get")hold(event,event.submitter)};
on.input=function(){early.isTouched=true};
on.change=function(event){early.isTouched=true;
var form=event.target.form,b=form&&form.querySelector("[type=submit]:disabled");
if(b&&!form.querySelector("[type=checkbox]:not(:checked)")){b.disabled=false;early.enabled.push(b)}};
for(var type in on)addEventListener(type,on[type],true)})({enabled:[]},{})`;

const ELEMENTS = "body :not(script)";

/** Runs at the end of the document: extensions and translations add elements later. */
export const COUNT_ELEMENTS = `self.early&&(early.elements=document.querySelectorAll("${ELEMENTS}").length)`;

/** Whether anything but the document's own scripts has added or removed elements. */
export const hasForeignElements = (): boolean =>
  window.early?.elements !== document.querySelectorAll(ELEMENTS).length;

/** Whether people or their browser have changed the page before its code loaded. */
export function hasEarlyInput(): boolean {
  const { early } = window;
  if (early?.pressed || early?.isTouched || hasForeignElements()) return true;
  // Browsers fill in fields, and restore them after a reload, without an event.
  return [...document.querySelectorAll("input")].some(
    (input) =>
      input === document.activeElement ||
      input.checked !== input.defaultChecked ||
      (!isChoice(input) && input.value !== input.defaultValue),
  );
}

export const isChoice = ({ type }: { type: string }): boolean =>
  type === "checkbox" || type === "radio";

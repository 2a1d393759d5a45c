import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { cn } from "#web/ui/cn.ts";

interface Props {
  label: ReactNode;
  /** The list's id, unique in the page; `useId` cannot be used within `Kept`. */
  id: string;
  /** List items with links or buttons in `menuEntryStyle`; rendered from the first opening on. */
  children: ReactNode;
  /** Called before it may be opened: loads the entries. */
  onApproach: () => Promise<unknown>;
}

export const menuEntryStyle =
  "flex min-h-11 w-full items-center gap-3 rounded px-3 text-left font-semibold hover:bg-sunken";

/**
 * A button that opens a list of links. The list closes on a click or focus outside, on Escape,
 * which returns the focus to the button, and when an entry is chosen.
 */
export function Menu({ label, id, children, onApproach }: Props) {
  const [open, setOpen] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // Where the entries cannot be loaded, the open menu says so.
  const approach = () => void onApproach().catch(() => undefined);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={!!open}
        aria-controls={id}
        onPointerEnter={approach}
        onFocus={approach}
        onClick={() => setOpen(!open)}
        className={buttonStyle("outline")}
      >
        {label}
        <ChevronDown
          className={cn("size-4 transition-transform", open && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      <ul
        id={id}
        hidden={!open}
        onClickCapture={() => setOpen(false)}
        className="absolute top-full right-0 z-10 mt-2 w-56 animate-rise rounded border border-line bg-surface p-2 shadow"
      >
        {open !== undefined && children}
      </ul>
    </div>
  );
}

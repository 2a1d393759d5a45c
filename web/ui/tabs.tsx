import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface Props<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Content of the selected tab. */
  children: ReactNode;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs by the ARIA pattern: one tab stop, arrow keys move between the tabs. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex flex-wrap border-b sm:gap-x-1 border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px min-h-11 min-w-11 border-b-3 border-transparent px-1.5 font-semibold text-muted min-[22.5rem]:px-2.5 sm:px-4 hover:text-ink forced-colors:not-aria-selected:border-[Canvas] aria-selected:border-turkuaz aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-6">
        {children}
      </div>
    </div>
  );
}

import { type ReactNode, useId } from "react";
import { cn } from "#web/ui/cn.ts";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Explains the choice; may contain a picture. */
  detail?: ReactNode;
}

interface Props<Value extends string> {
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** `compactOnPhones`: side by side, and beneath them the detail of the chosen one. */
  layout?: "grid" | "list" | "compactOnPhones";
  className?: string;
}

/** A native radio group with a card as the label of each choice. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, choices, value, onChange, layout = "grid", className } = props;
  const isCompact = layout === "compactOnPhones";
  /** Three are side by side on phones where there is room. */
  const isTight = isCompact && choices.length > 2;
  const chosen = choices.find((choice) => choice.value === value);
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={cn("font-semibold", isCompact ? "mb-1.5 sm:mb-2" : "mb-2")}>
        {legend}
      </legend>
      <div
        className={cn(
          "grid gap-3",
          layout !== "list" && "sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]",
          isCompact &&
            (isTight
              ? "max-sm:flex max-sm:flex-wrap max-sm:gap-1.5 max-sm:*:grow"
              : // Equal widths, unless a word is wider than half.
                "grid-cols-[repeat(2,minmax(min-content,1fr))] tight:grid-cols-1"),
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cn(
              "flex cursor-pointer items-start rounded border border-edge bg-surface hover:border-ink",
              "has-checked:border-turkuaz has-checked:bg-turkuaz-soft has-checked:ring-1 has-checked:ring-turkuaz",
              "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-turkuaz",
              isTight ? "gap-1.5 px-2 sm:gap-3" : "gap-3",
              isCompact ? "min-h-11 py-2 sm:p-4" : "p-4",
              isCompact && !isTight && "px-3",
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${name}-${choice.value}`}
              aria-describedby={choice.detail ? `${name}-${choice.value}-detail` : undefined}
              className="mt-0.5 size-5 shrink-0 scroll-mb-24 accent-turkuaz outline-none"
            />
            <span className="flex flex-col gap-1">
              <span id={`${name}-${choice.value}`} className="font-semibold">
                {choice.label}
              </span>
              {choice.detail && (
                <span
                  id={`${name}-${choice.value}-detail`}
                  className={cn("text-sm text-muted", isCompact && "max-sm:hidden")}
                >
                  {choice.detail}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {isCompact && (
        // Hidden here because `aria-describedby` already announces it.
        <p
          aria-hidden="true"
          className="mt-1.5 text-sm leading-tight text-muted text-pretty sm:hidden"
        >
          {chosen?.detail}
        </p>
      )}
    </fieldset>
  );
}

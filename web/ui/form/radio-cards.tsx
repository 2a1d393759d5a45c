import { type ReactNode, useId } from "react";

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
  className?: string;
}

/** A native radio group with a card as the label of each choice. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, choices, value, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-3 rounded border border-edge bg-surface p-4 hover:border-ink has-checked:border-turkuaz has-checked:bg-turkuaz-soft has-checked:ring-1 has-checked:ring-turkuaz has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-turkuaz"
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
                <span id={`${name}-${choice.value}-detail`} className="text-sm text-muted">
                  {choice.detail}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

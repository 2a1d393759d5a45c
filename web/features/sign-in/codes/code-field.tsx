import { type ReactNode, type Ref, useState } from "react";
import { CODE_DIGITS } from "#contract/limits.ts";
import { cn } from "#web/ui/cn.ts";
import { Field } from "#web/ui/form/field.tsx";

interface Props {
  label: ReactNode;
  code: string;
  /** Gets digits alone, six at most. */
  onChange: (code: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

const PLACES = Array.from({ length: CODE_DIGITS }, (_, at) => at);

/**
 * A code's digits. One field, so that phones fill it in and a code can be pasted with its spaces;
 * the boxes are drawn behind it.
 */
export function CodeField({ label, code, onChange, error, ref }: Props) {
  const [isFocused, setFocused] = useState(false);
  const next = Math.min(code.length, CODE_DIGITS - 1);
  return (
    <Field label={label} error={error}>
      {({ className, ...controlProps }) => (
        <div className="relative max-w-86">
          <div aria-hidden="true" dir="ltr" className="grid grid-cols-6 gap-2">
            {PLACES.map((at) => (
              <span
                key={at}
                className={cn(
                  "grid h-14 place-items-center rounded border bg-surface text-2xl font-extrabold tabular-nums",
                  error ? "border-danger" : "border-edge",
                  isFocused && at === next && "outline-3 outline-turkuaz",
                )}
              >
                {code[at]}
              </span>
            ))}
          </div>
          <input
            {...controlProps}
            ref={ref}
            name="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => onChange(digitsOf(target.value))}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            // Its text lies behind the boxes' digits; 16 pixels keep iOS from zooming in.
            className="absolute inset-0 size-full bg-transparent text-base text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
          />
        </div>
      )}
    </Field>
  );
}

const digitsOf = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\D/g, "").slice(0, CODE_DIGITS);

import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { cn } from "#web/ui/cn.ts";
import { Field, type FieldProps } from "./field.tsx";

/** The browser's own select, whose list is the best one on phones; `<option>`s are children. */
export function Select({
  label,
  error,
  hint,
  className,
  children,
  ...select
}: FieldProps & Omit<ComponentProps<"select">, "className">) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(wiring) => (
        <span className="relative">
          <select {...wiring} {...select} className={cn(wiring.className, "appearance-none pr-10")}>
            {children}
          </select>
          <ChevronDown
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}

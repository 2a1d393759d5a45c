import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { cn } from "#web/ui/cn.ts";
import { Field, type FieldProps } from "./field.tsx";

/** A native select, whose list works best on phones; its `<option>`s are the children. */
export function Select({
  label,
  id,
  error,
  hint,
  className,
  children,
  ...select
}: FieldProps & Omit<ComponentProps<"select">, "className">) {
  return (
    <Field label={label} id={id} error={error} hint={hint} className={className}>
      {(controlProps) => (
        <span className="relative">
          <select
            {...controlProps}
            {...select}
            className={cn(controlProps.className, "appearance-none pr-10")}
          >
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

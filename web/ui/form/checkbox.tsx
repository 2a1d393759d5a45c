import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "#web/ui/cn.ts";
import { FieldError } from "./field.tsx";

interface Props extends Omit<ComponentProps<"input">, "className" | "type"> {
  label: ReactNode;
  /** The error's id, for a checkbox within `Kept`. */
  errorId?: string;
  error?: string | undefined;
  className?: string;
}

export function Checkbox({ label, error, className, errorId: givenId, ...input }: Props) {
  const ownId = useId();
  const errorId = givenId ?? ownId;
  return (
    <div className={cn("flex flex-col", className)}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="size-5 shrink-0 accent-turkuaz"
        />
        <span>{label}</span>
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

import CircleAlert from "lucide-react/icons/circle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "#web/ui/cn.ts";

export interface FieldProps {
  label: ReactNode;
  /** The control's id, for a field within `Kept`. */
  id?: string | undefined;
  /** What is wrong with the value; announced when it appears. */
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
}

/** Props that a control must spread to be linked to its label, hint and error. */
interface ControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
  className: string;
}

export const controlStyle = cn(
  "min-h-11 w-full rounded border border-edge bg-surface px-3.5 py-2 text-base text-ink",
  "placeholder:text-muted hover:border-ink aria-invalid:border-danger disabled:opacity-55",
);

/** Label, hint and error of one control, linked to it for screen readers. */
export function Field(props: FieldProps & { children: (controlProps: ControlProps) => ReactNode }) {
  const { label, error, hint, className, children } = props;
  const ownId = useId();
  const { id = ownId } = props;
  const describedBy = cn(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        className: controlStyle,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** Rendered without an error too: screen readers announce changes of existing live regions only. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className="flex items-start gap-1.5 text-sm font-semibold text-danger empty:hidden"
    >
      {error && <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
      {error}
    </p>
  );
}

export function TextField({
  label,
  id,
  error,
  hint,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "className">) {
  return (
    <Field label={label} id={id} error={error} hint={hint} className={className}>
      {(controlProps) => <input dir="auto" {...input} {...controlProps} />}
    </Field>
  );
}

export function TextArea({
  label,
  id,
  error,
  hint,
  className,
  ...area
}: FieldProps & Omit<ComponentProps<"textarea">, "className">) {
  return (
    <Field label={label} id={id} error={error} hint={hint} className={className}>
      {(controlProps) => <textarea rows={4} dir="auto" {...area} {...controlProps} />}
    </Field>
  );
}

import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Field, type FieldProps } from "#web/ui/form/field.tsx";

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  error,
  hint,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "className">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(controlProps) => (
        <span className="relative">
          <input
            {...input}
            {...controlProps}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={cn(controlProps.className, "pr-12")}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${label}: göster`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute top-0 right-0"
          >
            <Icon className="size-5" aria-hidden="true" />
          </Button>
        </span>
      )}
    </Field>
  );
}

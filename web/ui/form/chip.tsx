import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"input">, "className" | "type"> {
  label: string;
}

/** A checkbox in the shape of a pill. */
export function Chip({ label, ...input }: Props) {
  return (
    <label className="relative flex min-h-11 items-center rounded-full border border-edge bg-surface px-4 font-semibold hover:border-ink has-checked:border-turkuaz has-checked:bg-turkuaz has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-turkuaz forced-colors:has-checked:underline">
      <input
        {...input}
        type="checkbox"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {label}
    </label>
  );
}

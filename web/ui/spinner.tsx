import LoaderCircle from "lucide-react/icons/loader-circle";

/** With `label` it is announced by screen readers; without, visible text must say what is going on. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

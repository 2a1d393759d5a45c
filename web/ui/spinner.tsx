import LoaderCircle from "lucide-react/icons/loader-circle";

/** With `label` it speaks for itself; without, it stands beside words that say what is under way. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

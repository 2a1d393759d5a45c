import LoaderCircle from "lucide-react/icons/loader-circle";

/** Screen readers announce the `label`; without one, text beside it must say what is happening. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

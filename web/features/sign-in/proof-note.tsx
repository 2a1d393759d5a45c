import { Spinner } from "#web/ui/spinner.tsx";

/** Says, to screen readers too, that a submitted form is waiting for its proof of work. */
export function ProofNote({ isProving }: { isProving: boolean }) {
  return (
    <p
      role="status"
      className={isProving ? "flex items-center gap-2 text-sm text-muted" : "sr-only"}
    >
      {isProving && (
        <>
          <Spinner />
          <span>Güvenlik doğrulaması…</span>
        </>
      )}
    </p>
  );
}

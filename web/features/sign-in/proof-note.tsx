import { Spinner } from "#web/ui/spinner.tsx";

/** Says that a form that was sent waits for its proof of work, to screen readers too. */
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

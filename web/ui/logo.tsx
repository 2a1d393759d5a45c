/** The logo, drawn in one line: a speech bubble whose tail is a tick. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <path
        d="M5 33.5 14.5 43.5 26 29.5H31A12.5 12.5 0 0 0 31 4.5H17A12.5 12.5 0 0 0 8.5 26.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="5.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

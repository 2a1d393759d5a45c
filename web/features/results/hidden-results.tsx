import Lock from "lucide-react/icons/lock";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { formatDateTime } from "#web/lib/turkish.ts";

interface Props {
  /** Says when they are shown. */
  text: string;
  /** The latest time at which they are shown; null if unknown. */
  expire_time: Survey["expire_time"];
}

/** Placeholder for results that nobody, or only people who have voted, may see yet (R82). */
export function HiddenResults({ text, expire_time }: Props) {
  return (
    <div className="grid">
      <div
        aria-hidden="true"
        className="col-start-1 row-start-1 grid gap-10 py-2 blur-sm select-none"
      >
        {["w-4/5", "w-1/2", "w-1/3"].map((width) => (
          <div key={width} className="grid gap-2">
            <div className="flex justify-between">
              <span className="h-4 w-28 rounded-full bg-line" />
              <span className="h-4 w-10 rounded-full bg-line" />
            </div>
            <span className="h-2 rounded-full bg-sunken">
              <span className={`block h-2 rounded-full bg-edge ${width}`} />
            </span>
          </div>
        ))}
      </div>
      <div className="relative col-start-1 row-start-1 m-auto grid max-w-64 justify-items-center gap-2 rounded bg-surface/85 px-4 py-3 text-center">
        <Lock className="size-6 text-turkuaz" aria-hidden="true" />
        <p className="font-semibold text-balance">{text}</p>
        {expire_time && (
          <p className="text-sm text-muted">Anket bitince görünür: {formatDateTime(expire_time)}</p>
        )}
      </div>
    </div>
  );
}

import Check from "lucide-react/icons/check";
import { cn } from "#web/ui/cn.ts";
import { openSection, type Section } from "./draft/draft.ts";
import { missingFields } from "./draft/draft-checks.ts";
import { changeDraft, type Wizard } from "./wizard-store.ts";

const STEPS = ["Ana bilgiler", "Tema", "Şıkları belirle", "Yayınla"] as const;

/**
 * The steps of the wizard (R135). Sections 1 to 3 are steps 1 to 3; section 0, the type, counts as
 * step 1; step 4 is publishing.
 */
export function Stepper({ draft, publication }: Wizard) {
  const current = publication.state === "idle" ? Math.max(draft.section, 1) : 4;
  const canOpen = (step: number): boolean =>
    publication.state === "idle" &&
    step !== current &&
    step <= draft.reached &&
    (step === 1 || missingFields(draft).length === 0);

  return (
    <nav aria-label="Adımlar">
      <ol className="grid grid-cols-4 tight:grid-cols-2 tight:gap-y-3">
        {STEPS.map((label, i) => {
          const step = i + 1;
          const isDone = step < current || publication.state === "published";
          const isCurrent = step === current;
          const content = (
            <>
              <span
                className={cn(
                  "z-1 grid size-9 place-items-center rounded-full border-2 font-semibold tabular-nums",
                  isDone && "border-turkuaz bg-turkuaz text-on-accent",
                  isCurrent && !isDone && "border-nar bg-nar text-on-accent",
                  !isDone && !isCurrent && "border-edge bg-page text-muted",
                )}
              >
                {isDone ? <Check className="size-5" aria-hidden="true" /> : step}
              </span>
              <span
                className={cn(
                  "text-sm leading-tight font-semibold",
                  isCurrent ? "forced-colors:underline" : "text-muted",
                )}
              >
                {label}
                {isDone && <span className="sr-only"> (tamamlandı)</span>}
              </span>
            </>
          );
          const layout = "flex w-full flex-col items-center gap-1.5 px-1 text-center";
          return (
            <li
              key={label}
              aria-current={isCurrent ? "step" : undefined}
              className="relative not-first:before:absolute not-first:before:top-[1.05rem] not-first:before:right-1/2 not-first:before:h-0.5 not-first:before:w-full not-first:before:bg-line tight:before:hidden"
            >
              {canOpen(step) ? (
                <button
                  type="button"
                  onClick={() => changeDraft((draft) => openSection(draft, step as Section))}
                  className={cn(layout, "relative rounded hover:underline")}
                >
                  {content}
                </button>
              ) : (
                <span className={cn(layout, "relative")}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

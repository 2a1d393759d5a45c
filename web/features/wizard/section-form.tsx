import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { FormEvent, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { openSection, type Section } from "./draft/draft.ts";
import { changeDraft } from "./wizard-store.ts";

interface Props {
  title: string;
  text?: ReactNode;
  section: Section;
  /** Enables "Devam Et"; while it is false, `missing` says what is missing. */
  isComplete?: boolean;
  missing?: string;
  /** Checks the section; false stays on it. */
  onNext?: () => boolean;
  isBusy?: boolean;
  /** Replaces "Devam Et". */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of a section: title, "Geri" and "Devam Et" (R135). */
export function SectionForm(props: Props) {
  const {
    title,
    text,
    section,
    isComplete = true,
    missing,
    onNext,
    isBusy,
    action,
    children,
  } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || section === 3 || onNext?.() === false) return;
    changeDraft((draft) => openSection(draft, (section + 1) as Section));
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex animate-rise flex-col gap-3.5 sm:min-h-[24rem] sm:gap-6"
    >
      <div className="flex flex-col gap-1.5">
        <h2 tabIndex={-1} className="text-xl font-extrabold outline-none sm:text-2xl">
          {title}
        </h2>
        {text && <p className="text-muted text-pretty">{text}</p>}
      </div>
      {children}
      <div className="sticky-footer -mx-4 mt-auto -mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:-mx-8 sm:-mb-8 sm:px-8 sm:py-4">
        {section > 0 && (
          <Button
            disabled={isBusy}
            onClick={() => changeDraft((draft) => openSection(draft, (section - 1) as Section))}
          >
            <ArrowLeft className="size-5" aria-hidden="true" />
            Geri
          </Button>
        )}
        {missing && (
          <p
            id="missing"
            className="order-first w-full text-sm leading-tight text-muted sm:order-none sm:w-auto"
          >
            {missing}
          </p>
        )}
        {action ?? (
          <Button
            type="submit"
            variant="primary"
            disabled={!isComplete}
            aria-describedby={missing ? "missing" : undefined}
            className="ml-auto"
          >
            Devam Et
            <ArrowRight className="size-5" aria-hidden="true" />
          </Button>
        )}
      </div>
    </form>
  );
}

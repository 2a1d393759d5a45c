import Settings2 from "lucide-react/icons/settings-2";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { StateBadge } from "#web/features/surveys/state-badge.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** The survey's state and a link to manage it. */
export function OwnerStrip({ survey }: { survey: Survey }) {
  return (
    <section
      aria-label="Anketiniz"
      className="mb-6 flex items-center gap-2 rounded border border-line bg-surface py-2 pr-2 pl-3 tight:flex-wrap"
    >
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">
        <p className="grow font-semibold">Bu anket sizin</p>
        <StateBadge state={survey.state} />
        {survey.visibility && <Badge>{survey.visibility === "public" ? "Herkese" : "Özel"}</Badge>}
      </div>
      <LinkButton
        to="/account"
        search={survey.type === "TEST" ? { type: survey.type } : {}}
        className="max-sm:px-3"
      >
        <Settings2 className="size-5" aria-hidden="true" />
        Yönet
      </LinkButton>
    </section>
  );
}

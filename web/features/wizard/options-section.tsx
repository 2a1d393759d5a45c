import ListChecks from "lucide-react/icons/list-checks";
import { OPTION_COUNT } from "#contract/limits.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { BallotFields } from "./ballot/ballot-fields.tsx";
import { NoOpinionField } from "./ballot/no-opinion-field.tsx";
import { VoteChangeField } from "./ballot/vote-change-field.tsx";
import type { Draft } from "./draft/draft.ts";
import type { FieldErrors } from "./draft/draft-checks.ts";
import { OptionCards } from "./option-cards.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { addQuestion } from "./quiz/draft-questions.ts";
import { SectionForm } from "./section-form.tsx";
import { SponsorFields } from "./sponsor-fields.tsx";
import { useFirstName } from "./use-first-name.ts";
import { changeDraft, type Publication, setFields } from "./wizard-store.ts";

interface Props {
  draft: Draft;
  errors: FieldErrors;
  publication: Publication;
}

/** Section 3: the options, and the button "Yayınla". */
export function OptionsSection({ draft, errors, publication }: Props) {
  const firstName = useFirstName();
  const isPublishing = publication.state === "publishing";

  return (
    <SectionForm
      title={
        firstName
          ? `Merhaba ${isolated(firstName)}, şıkları belirleyin`
          : "Merhaba, şıkları belirleyin"
      }
      text={`Her şıkkın bir adı ve bir resmi olur; en az ${OPTION_COUNT.min}, en fazla ${OPTION_COUNT.max} şık.`}
      section={3}
      isBusy={isPublishing}
      action={<PublishBar publication={publication} />}
    >
      <div inert={isPublishing} className="flex flex-col gap-4 inert:opacity-55">
        {draft.type === "TEST" && (
          <Button onClick={() => changeDraft(addQuestion)} className="self-start">
            <ListChecks className="size-5" aria-hidden="true" />
            Doğru yanıtlı, sorulu test hazırla
          </Button>
        )}
        <OptionCards draft={draft} errors={errors} />
        <BallotFields draft={draft} errors={errors} />
        {draft.options.length > 2 && (
          <Checkbox
            label="Şıklar herkese başka sırayla gösterilsin"
            checked={draft.shufflesOptions}
            onChange={({ target }) => setFields({ shufflesOptions: target.checked })}
          />
        )}
        <NoOpinionField draft={draft} />
        <VoteChangeField draft={draft} />
        <AudienceFields draft={draft} />
        <SponsorFields draft={draft} errors={errors} />
      </div>
    </SectionForm>
  );
}

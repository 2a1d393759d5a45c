import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { completeDetails } from "#contract/endpoints/completion.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { accountQuery, citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { detailControls } from "#web/features/accounts/detail-fields.tsx";
import type { RegistrationFields } from "#web/features/accounts/registration-fields.ts";
import { singleView } from "#web/features/ballots/single.tsx";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

const toBody = (fields: RegistrationFields) => {
  const { gender, city_id, day, month, year, explicit_consent } = fields;
  return { gender, city_id, birth_date: `${day}.${month}.${year}`, explicit_consent };
};

/**
 * Asks for gender, birth date and province, with which one's votes count in the breakdowns (R503);
 * right after a vote its outcome is above.
 */
export function DetailsForm({ counted }: { counted?: WaitingVote | undefined }) {
  const queryClient = useQueryClient();
  // The select drops a value whose option is rendered later.
  useQuery(citiesQuery);
  const form = useContractForm<RegistrationFields>(completeDetails.body, {
    toBody,
    fieldNames: { birth_date: "day" },
  });
  const { gender, city, birthDate } = detailControls(form);
  const saving = useMutation({
    mutationFn: (fields: RegistrationFields) =>
      callApi("PUT /api/auth/account/my/details", { body: toBody(fields) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(accountQuery.queryKey, saved);
      toast.success("Bilgileriniz Eklendi", "Oylarınız artık kırılımlara da girer.");
      closeAuthDialog(true);
    },
    onError: (problem) => form.showErrors(problem) || toastProblem(problem),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(saving.mutateAsync)}
      className="flex flex-col gap-4"
    >
      {counted && <Outcome vote={counted} />}
      <div className="grid gap-1.5">
        {counted && (
          <h3 ref={heading} tabIndex={-1} className="text-lg font-extrabold outline-none">
            Kim ne dedi? Siz de görünün.
          </h3>
        )}
        <p className="text-muted text-pretty">
          Doğum tarihinizi, cinsiyetinizi ve ilinizi eklerseniz oylarınız kırılımlara girer.
          Adınızla asla gösterilmez.
        </p>
      </div>
      {birthDate}
      <div className="grid grid-cols-2 gap-3 tight:grid-cols-1">
        {gender}
        {city}
      </div>
      <Checkbox
        label="Bu verilerimin işlenmesine açık rıza veriyorum."
        error={form.errorOf("explicit_consent")}
        {...form.register("explicit_consent")}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="large" onClick={() => closeAuthDialog()}>
          Sonra
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={saving.isPending}
          className="grow"
        >
          Ekle ve devam et
        </Button>
      </div>
    </form>
  );
}

/** How many voted alike, once the results with the vote are known. */
function Outcome({ vote }: { vote: WaitingVote }) {
  const { survey_id, invitation_code, ...choice } = vote;
  const queryClient = useQueryClient();
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt } = useQuery({
    ...resultsQuery(survey_id, invitation_code),
    refetchOnMount: "always",
  });
  const survey = queryClient.getQueryData<{ item: Survey }>(queryKeys.survey(String(survey_id)));
  // The results of a private survey may not hold this vote yet.
  const isCounted = survey?.item.visibility !== "private" && dataUpdatedAt >= openedAt;
  return (
    <p role="status" className="font-semibold text-turkuaz">
      {isCounted && "survey_option_id" in choice
        ? singleView.outcome(choice, data?.items).text
        : "Teşekkürler! Oyunuz sayıldı."}
    </p>
  );
}

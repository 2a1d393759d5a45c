import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { CONSENT_MISSING } from "#contract/endpoints/account.ts";
import { requestCode as contract, type WaitingVote } from "#contract/endpoints/codes.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { EmailField } from "../email-field.tsx";
import { ProofNote } from "../proof-note.tsx";
import { useProofs } from "../proofs.ts";
import type { CodeAttempt } from "./code-attempt.ts";
import { requestCode } from "./codes.api.ts";

interface Props {
  vote: WaitingVote | undefined;
  email: string | undefined;
  onSent: (attempt: CodeAttempt) => void;
}

interface Fields {
  email: string;
  explicit_consent: boolean;
}

/** Asks for the address that a code is sent to, and for consent where the code casts a vote. */
export function AddressStep({ vote, email, onSent }: Props) {
  const { register, errorOf, submitTo, setFocus, showErrors } = useContractForm<Fields>(
    contract.body,
    {
      defaultValues: { email: email ?? "", explicit_consent: false },
      toBody: (fields) => ({ ...fields, vote }),
      // The contract checks it only once the address is one.
      check: (fields): Record<string, string> =>
        vote && !fields.explicit_consent ? { explicit_consent: CONSENT_MISSING } : {},
    },
  );
  const proofs = useProofs("register", { ahead: true });
  const sending = useMutation({
    mutationFn: ({ email, explicit_consent }: Fields) =>
      proofs.send(
        (proof) => requestCode({ email: email.trim(), explicit_consent, vote, proof }),
        email,
      ),
    onSuccess: onSent,
    onError: (problem) => showErrors(problem),
  });
  useEffect(() => setFocus("email"), [setFocus]);
  const isShownInField = errorOf("email") || errorOf("explicit_consent");
  return (
    <form
      method="post"
      noValidate
      onSubmit={submitTo(sending.mutateAsync)}
      className="flex flex-col gap-4"
    >
      <EmailField error={errorOf("email")} {...register("email")} />
      {vote && (
        <div>
          <p className="text-muted">
            Verileriniz nasıl işlenir:{" "}
            <TextLink to="/kvkk" target="_blank" aria-label="KVKK Aydınlatma Metni (yeni sekmede)">
              KVKK Aydınlatma Metni
            </TextLink>
          </p>
          <Checkbox
            label="Oyumun işlenmesine açık rıza veriyorum."
            error={errorOf("explicit_consent")}
            {...register("explicit_consent")}
          />
        </div>
      )}
      <ProofNote isProving={proofs.isProving} />
      <FieldError error={isShownInField ? undefined : sending.error?.message} />
      <Button type="submit" variant="primary" size="large" busy={sending.isPending}>
        Kod Gönder
      </Button>
    </form>
  );
}

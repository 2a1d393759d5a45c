import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { completeIdentity } from "#contract/endpoints/completion.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { nameControls } from "#web/features/accounts/name-fields.tsx";
import { checkNames, type RegistrationFields } from "#web/features/accounts/registration-fields.ts";
import { useSuggestedNickname } from "#web/features/accounts/typed-fields.ts";
import { closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { CodeSteps } from "#web/features/sign-in/codes/code-steps.tsx";
import type { CodeUsed } from "#web/features/sign-in/codes/codes.api.ts";
import { NewPasswordFields } from "#web/features/sign-in/new-password-fields.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRemembered, renewSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

const toBody = (fields: RegistrationFields) => {
  const { first_name, surname, nickname, password, confirm_password } = fields;
  const { communication_consent } = fields;
  const name = `${first_name.trim()} ${surname.trim()}`;
  return { name, nickname, new_password: password, confirm_password, communication_consent };
};

const isProofMissing = (problem: unknown): boolean =>
  problem instanceof ApiProblem && ["proof_required", "sign_in_again"].includes(problem.code);

/**
 * Asks for the name, nickname and password that an account opened by a code lacks (R504). Where the
 * session is too old to set a password, a code that is sent to the address proves its owner.
 */
export function IdentityForm() {
  const queryClient = useQueryClient();
  const { data: account } = useQuery(accountQuery);
  const form = useContractForm<RegistrationFields>(completeIdentity.body, {
    toBody,
    fieldNames: { name: "first_name", new_password: "password" },
    fieldsOfCodes: { nickname_taken: "nickname" },
    check: checkNames,
  });
  const { register, errorOf, setFocus, getValues } = form;
  const { firstName, surname, nickname } = nameControls(form);
  useSuggestedNickname(form, useRef(""));
  const [isProving, setProving] = useState(false);
  const saving = useMutation({
    mutationFn: (fields: RegistrationFields) =>
      callApi("PUT /api/auth/account/my/identity", { body: toBody(fields) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(accountQuery.queryKey, saved);
      toast.success("Hesabınız Tamam", "Artık şifrenizle de giriş yapabilirsiniz.");
      closeAuthDialog(true);
    },
    onError: (problem) => {
      if (isProofMissing(problem)) setProving(true);
      else form.showErrors(problem) || toastProblem(problem);
    },
  });
  useEffect(() => setFocus("first_name"), [setFocus]);

  async function goOnProved({ session }: CodeUsed) {
    await renewSession(async () => session);
    setProving(false);
    await saving.mutateAsync(getValues()).catch(() => undefined);
  }

  return (
    <>
      {isProving && (
        <div className="flex flex-col gap-4">
          <p className="text-pretty">
            Güvenliğiniz için: Şifrenizi, adresinize gelen bir kodla onaylayın. Yazdıklarınız
            duruyor.
          </p>
          <CodeSteps email={account?.item.email} remember={isRemembered()} onUsed={goOnProved} />
        </div>
      )}
      <form
        method="post"
        noValidate
        hidden={isProving}
        onSubmit={form.submitTo(saving.mutateAsync)}
        className="flex flex-col gap-4 [[hidden]]:hidden"
      >
        <p className="text-muted text-pretty">
          Devam etmek için adınız, kullanıcı adınız ve şifreniz gerekir. Sonra kaldığınız yerden
          sürer.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {firstName}
          {surname}
        </div>
        {nickname}
        <input
          type="email"
          autoComplete="username"
          value={account?.item.email ?? ""}
          readOnly
          hidden
        />
        <NewPasswordFields
          label="Şifre"
          password={register("password")}
          confirmation={register("confirm_password")}
          errorOf={errorOf}
        />
        <Checkbox
          label="Hesabımla ilgili iletilerin bana gönderilmesini kabul ediyorum."
          error={errorOf("communication_consent")}
          {...register("communication_consent")}
        />
        <Button type="submit" variant="primary" size="large" busy={saving.isPending}>
          Devam et
        </Button>
      </form>
    </>
  );
}

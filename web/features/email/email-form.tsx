import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useEffectEvent, useState } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { changeEmail as contract } from "#contract/endpoints/email.ts";
import {
  cancelEmailChange,
  changeEmail,
  emailQuery,
  useVerifiedElsewhere,
} from "#web/features/email/email.api.ts";
import { ResendLink } from "#web/features/email/resend-link.tsx";
import { useOwnerProof } from "#web/features/sign-in/owner-proof.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
import { ProofNote } from "#web/features/sign-in/proof-note.tsx";
import { useProofs } from "#web/features/sign-in/proofs.ts";
import { takeResumedRest } from "#web/features/sign-in/resumed-act.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Fields = Body<"PUT /api/auth/account/my/email">;

/** The person's address, and a form for a new one that takes effect once verified (R256). */
export function EmailForm({ account }: { account: Account }) {
  useVerifiedElsewhere();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ ...emailQuery, refetchOnMount: "always" });
  const readAnew = () => queryClient.invalidateQueries({ queryKey: emailQuery.queryKey });
  const cancel = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: readAnew,
    onError: (problem) => toastProblem(problem),
  });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  const { email, verified, pending } = data.item;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="flex items-center gap-2 text-muted">
          {verified ? (
            <>
              <CircleCheck className="size-5 text-success" aria-hidden="true" />
              Doğrulandı
            </>
          ) : (
            <>
              <CircleAlert className="size-5 text-danger" aria-hidden="true" />
              Henüz doğrulanmadı
            </>
          )}
        </p>
        {!verified && !pending && (
          <div className="flex">
            <ResendLink email={email} />
          </div>
        )}
      </div>
      {pending && (
        <div className="grid gap-3 rounded bg-turkuaz-soft p-4">
          <p className="text-pretty wrap-anywhere">
            <b>{pending}</b> doğrulanmayı bekliyor. Bu adrese gönderdiğimiz bağlantıyı açtığınızda
            yeni adresiniz olacak.
          </p>
          <div className="flex flex-wrap gap-2">
            <ResendLink email={pending} />
            <Button variant="ghost" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Değiştirmekten Vazgeç
            </Button>
          </div>
        </div>
      )}
      <NewAddress key={pending ?? email} account={account} onSent={readAnew} />
    </div>
  );
}

const actOf = ({ nickname }: Account): string => `${nickname} email`;

function NewAddress({ account, onSent }: { account: Account; onSent: () => Promise<void> }) {
  const { asksPassword, hint } = useOwnerProof();
  const [kept] = useState(() => takeResumedRest(actOf(account)));
  const proofs = useProofs("letter", { ahead: false });
  const form = useContractForm<Fields>(contract.body, {
    toBody: ({ email, password }) =>
      asksPassword ? { email, password: password ?? "" } : { email },
    fieldsOfCodes: { wrong_password: "password", email_taken: "email" },
  });
  const change = useMutation({
    mutationFn: ({ email, password }: Fields) => {
      const owner = asksPassword ? { password } : {};
      return withProof(
        () => proofs.send((proof) => changeEmail({ email, ...owner, proof }), email),
        { hash: "#e-posta", act: `${actOf(account)} ${email}` },
      );
    },
    onSuccess: async (_, { email }) => {
      toast.success("Bağlantı Gönderildi", `${email} adresini açıp yeni adresinizi doğrulayın.`);
      await onSent();
    },
    onError: (problem) => form.showErrors(problem) || toastProblem(problem),
  });
  const resume = useEffectEvent(() => {
    if (kept === undefined) return;
    form.setValue("email", kept);
    change.mutate({ email: kept });
  });
  useEffect(() => resume(), []);
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo(change.mutateAsync)}
      className="grid gap-5 border-t border-line pt-5"
    >
      <TextField
        label="Yeni e-posta"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="Doğrulayana kadar şimdiki adresiniz geçerli kalır."
        error={form.errorOf("email")}
        {...form.register("email")}
      />
      <input type="email" autoComplete="username" value={account.email} readOnly hidden />
      {asksPassword ? (
        <PasswordField
          label="Şifreniz"
          autoComplete="current-password"
          error={form.errorOf("password")}
          {...form.register("password")}
        />
      ) : (
        <p className="text-muted text-pretty">{hint}</p>
      )}
      <ProofNote isProving={proofs.isProving} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.isPending}>
          Bağlantı Gönder
        </Button>
      </div>
    </form>
  );
}

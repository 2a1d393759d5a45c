import { useMutation } from "@tanstack/react-query";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { useOwnerProof } from "#web/features/sign-in/owner-proof.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { endSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

type Fields = Body<"DELETE /api/auth/account/my">;

interface Props {
  nickname: string;
  onGiveUp: () => void;
}

/** Says what is deleted and what is kept, and asks for the password if the account has one. */
export function DeleteAccountForm({ nickname, onGiveUp }: Props) {
  const { asksPassword, hint } = useOwnerProof();
  const form = useContractForm<Fields>(deleteAccount.body, {
    toBody: ({ password }) => (asksPassword ? { password: password ?? "" } : {}),
    reValidateMode: "onSubmit",
    ...(asksPassword && { onlyField: "password" }),
  });
  const deletion = useMutation({
    mutationFn: async ({ password }: Fields) =>
      withProof(
        () => callApi("DELETE /api/auth/account/my", { body: asksPassword ? { password } : {} }),
        { hash: "#hesap-ayarlari", act: `${nickname} delete` },
      ),
    onSuccess: () => {
      endSession();
      toast.info("Hesabınız Silindi", "Bizimle olduğunuz için teşekkür ederiz.");
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(deletion.mutateAsync)} className="grid gap-5">
      <div className="grid gap-3">
        <p className="font-semibold">Bu işlem geri alınamaz. Hesabınızı sildiğinizde:</p>
        <ul className="grid list-disc gap-1.5 pl-5 text-pretty">
          <li>Profiliniz, takipleriniz, davetleriniz ve bildirimleriniz silinir.</li>
          <li>Anketleriniz; şıkları, resimleri ve sonuçlarıyla birlikte silinir.</li>
          <li>
            Başka anketlere verdiğiniz oylar sayılmaya devam eder, ancak kime ait oldukları
            unutulur.
          </li>
          <li>Bütün cihazlarda oturumunuz kapanır.</li>
        </ul>
      </div>
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
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onGiveUp}>Vazgeç</Button>
        <Button
          type="submit"
          variant="danger"
          disabled={asksPassword && !form.watch("password")}
          busy={deletion.isPending}
        >
          Hesabımı Kalıcı Olarak Sil
        </Button>
      </div>
    </form>
  );
}

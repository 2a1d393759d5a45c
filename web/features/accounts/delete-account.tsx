import { useMutation } from "@tanstack/react-query";
import UserX from "lucide-react/icons/user-x";
import { type SubmitEvent, useRef, useState } from "react";
import { PasswordField } from "#web/features/accounts/password-field.tsx";
import { callApi } from "#web/lib/api-client.ts";
import { endSession } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

/** A button that asks for the password before it deletes the account (R114). */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <UserX className="size-5" aria-hidden="true" />
        Hesabımı Sil
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Hesabınızı Silin">
        <DeletionForm onGiveUp={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function DeletionForm({ onGiveUp }: { onGiveUp: () => void }) {
  const [password, setPassword] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const deletion = useMutation({
    mutationFn: () => callApi("DELETE /api/auth/account/my", { body: { password } }),
    onSuccess: () => {
      endSession();
      toast.info("Hesabınız Silindi", "Bizimle olduğunuz için teşekkür ederiz.");
    },
    // In its field, unless the dialog was closed meanwhile.
    onError: (error) => form.current || toastProblem(error),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    deletion.mutate();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
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
      <PasswordField
        label="Şifreniz"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={deletion.error?.message}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onGiveUp}>Vazgeç</Button>
        <Button type="submit" variant="danger" disabled={password === ""} busy={deletion.isPending}>
          Hesabımı Kalıcı Olarak Sil
        </Button>
      </div>
    </form>
  );
}

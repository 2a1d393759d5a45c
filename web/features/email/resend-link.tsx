import { useMutation } from "@tanstack/react-query";
import { sendVerification } from "#web/features/email/email.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

/** Sends the link that verifies an address again. */
export function ResendLink({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: sendVerification,
    onSuccess: () =>
      toast.success(
        "Bağlantı Gönderildi",
        `${email} adresine yeniden gönderdik. Birkaç dakika sürebilir; gereksiz postalara da bakın.`,
      ),
    onError: (problem) => toastProblem(problem),
  });
  return (
    <Button busy={resend.isPending} onClick={() => resend.mutate()}>
      Yeniden Gönder
    </Button>
  );
}

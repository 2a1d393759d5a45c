import { useMutation } from "@tanstack/react-query";
import { sendVerification } from "#web/features/email/email.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

/** Loaded on demand: only a mailbox that gets many letters needs it. */
const sendWithProof = async (email: string) => {
  const { sendProven } = await import("#web/features/sign-in/proofs.ts");
  return sendProven("letter", sendVerification, email);
};

/** Sends the link that verifies an address again. */
export function ResendLink({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () =>
      sendVerification().catch((error: unknown) => {
        const isAsked = error instanceof ApiProblem && error.code === "challenge_required";
        return isAsked ? sendWithProof(email) : Promise.reject(error);
      }),
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

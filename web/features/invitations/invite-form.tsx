import UserPlus from "lucide-react/icons/user-plus";
import { type SubmitEvent, useRef, useState } from "react";
import { useInvitations } from "#web/features/invitations/invitations.api.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

/** Invites one person by nickname. */
export function InviteForm({ surveyId }: { surveyId: number }) {
  const [nickname, setNickname] = useState("");
  const { invite } = useInvitations(surveyId);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    invite.mutateAsync(nickname.trim().replace(/^@/, "")).then(
      ({ item }) => {
        toast.success("Davet Gönderildi", `${item.name} davetliler arasında.`);
        setNickname("");
        // The button takes the focus no longer; the next name may follow.
        if (form.current?.contains(document.activeElement)) {
          form.current.querySelector("input")?.focus();
        }
      },
      // In its field, unless the dialog was closed meanwhile.
      (error) => form.current || toastProblem(error),
    );
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <TextField
        label="Kullanıcı adıyla davet edin"
        placeholder="kullanici_adi"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={nickname}
        // What is typed meanwhile would lose its answer, or be taken for what was sent.
        readOnly={invite.isPending}
        onChange={({ target }) => {
          setNickname(target.value);
          invite.reset();
        }}
        error={invite.error ? whyNot(invite.error) : undefined}
      />
      <Button
        type="submit"
        busy={invite.isPending}
        disabled={nickname === ""}
        className="sm:mt-7.5"
      >
        <UserPlus className="size-5" aria-hidden="true" />
        Davet Et
      </Button>
    </form>
  );
}

function whyNot(error: Error): string {
  return (error instanceof ApiProblem && error.fields.nickname) || error.message;
}

import UserPlus from "lucide-react/icons/user-plus";
import { useRef } from "react";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { useInvitations } from "#web/features/invitations/invitations.api.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

type Fields = Body<"POST /api/auth/surveys/{id}/invitations">;

/** People also type nicknames as profiles show them: "@elif". */
const toBody = ({ nickname }: Fields): Fields => ({ nickname: nickname.trim().replace(/^@/, "") });

/** Invites one person by nickname. */
export function InviteForm({ surveyId }: { surveyId: number }) {
  const { invite } = useInvitations(surveyId);
  const form = useContractForm<Fields>(invitePerson.body, {
    defaultValues: { nickname: "" },
    reValidateMode: "onSubmit",
    onlyField: "nickname",
    toBody,
  });
  const element = useRef<HTMLFormElement>(null);
  const send = (fields: Fields) =>
    invite.mutateAsync(toBody(fields).nickname).then(
      ({ item }) => {
        toast.success("Davet Gönderildi", `${isolated(item.name)} davetliler arasında.`);
        form.setValue("nickname", "");
        // The button is disabled now; the next name can be typed at once.
        if (element.current?.contains(document.activeElement)) form.setFocus("nickname");
      },
      (error) => form.showErrors(error) || toastProblem(error),
    );
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submitTo(send)}
      className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <TextField
        label="Kullanıcı adıyla davet edin"
        placeholder="kullanici_adi"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // Text typed while sending would get the response to the previous text.
        readOnly={invite.isPending}
        error={form.errorOf("nickname")}
        {...form.register("nickname", { onChange: () => form.clearErrors("nickname") })}
      />
      <Button
        type="submit"
        busy={invite.isPending}
        disabled={form.watch("nickname") === ""}
        className="sm:mt-7.5"
      >
        <UserPlus className="size-5" aria-hidden="true" />
        Davet Et
      </Button>
    </form>
  );
}

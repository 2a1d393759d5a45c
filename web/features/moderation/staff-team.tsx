import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/endpoints/moderation.ts";
import { giveRole as contract } from "#contract/endpoints/staff.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ROLES } from "./people/roles.ts";
import { giveRole, recordQuery, staffQuery } from "./staff.api.ts";

/** Who moderates, and the form that changes it (R682). */
export function StaffTeam() {
  const { data, isLoadingError, error, refetch } = useQuery(staffQuery);
  if (isLoadingError) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  return (
    <div className="grid gap-6">
      <ul className="grid gap-2">
        {data.items.map(({ id, name, nickname, image, role }) => (
          <li key={id} className="flex items-center gap-3">
            <Avatar image={image} size={40} />
            <span className="grid min-w-0 grow leading-snug">
              <bdi className="font-semibold wrap-anywhere">{name}</bdi>
              <span className="truncate text-sm text-muted">@{nickname}</span>
            </span>
            <span className="shrink-0 text-sm">{ROLES[role]}</span>
          </li>
        ))}
      </ul>
      <RoleForm />
    </div>
  );
}

interface Fields {
  nickname: string;
  role: Role;
  words: string;
}

const NO_NICKNAME: Record<string, string> = { nickname: "Lütfen bir takma ad yazın." };

function RoleForm() {
  const queryClient = useQueryClient();
  const toBody = ({ role, words }: Fields) => ({ role, words });
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: { nickname: "", role: "moderator", words: "" },
    toBody,
    check: ({ nickname }) => (nicknameOf(nickname) === "" ? NO_NICKNAME : {}),
    fieldsOfCodes: { person_not_found: "nickname", own_case: "nickname" },
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => giveRole(nicknameOf(fields.nickname), toBody(fields)),
    onSuccess: () => {
      toast.success("Rol Verildi");
      form.reset();
      void queryClient.invalidateQueries(recordQuery);
      return queryClient.invalidateQueries(staffQuery);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form
      noValidate
      onSubmit={form.submitTo(send.mutateAsync)}
      className="grid gap-4 border-t border-line pt-5"
    >
      <h3 className="text-lg font-extrabold">Rol ver</h3>
      <TextField
        label="Takma ad"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errorOf("nickname")}
        {...form.register("nickname")}
      />
      <Select label="Rol" error={form.errorOf("role")} {...form.register("role")}>
        <Options of={ROLES} />
      </Select>
      <TextArea
        label="Gerekçe"
        hint="Kayıtta durur. “Üye” rolü yetkiyi geri alır."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Rolü Ver
      </Button>
    </form>
  );
}

/** As people write it: with "@", in capitals. */
const nicknameOf = (text: string): string => text.trim().replace(/^@/, "").toLowerCase();

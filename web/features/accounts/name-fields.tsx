import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Nickname } from "#contract/endpoints/account.ts";
import { ERRORS } from "#contract/errors.ts";
import type { RegistrationForm } from "#web/features/accounts/registration-fields.ts";
import { nicknameQuery } from "#web/features/accounts/suggest-nickname.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { TextField } from "#web/ui/form/field.tsx";

interface Props extends Omit<ComponentProps<"input">, "className"> {
  nickname: string;
  error: string | undefined;
}

/** Checks while the person types whether the nickname is free (R39). */
function NicknameField({ nickname, error, ...input }: Props) {
  const check = useNicknameCheck(nickname);
  return (
    <TextField
      label="Kullanıcı adı"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      error={error ?? check.refusal}
      hint={<span aria-live="polite">{check.hint}</span>}
    />
  );
}

/** The fields of a person's names in a form that opens or completes an account. */
export const nameControls = ({ register, watch, errorOf }: RegistrationForm) => ({
  firstName: (
    <TextField
      label="Ad"
      autoComplete="given-name"
      error={errorOf("first_name")}
      {...register("first_name")}
    />
  ),
  surname: (
    <TextField
      label="Soyad"
      autoComplete="family-name"
      error={errorOf("surname")}
      {...register("surname")}
    />
  ),
  nickname: (
    <NicknameField
      nickname={watch("nickname") ?? ""}
      error={errorOf("nickname")}
      {...register("nickname")}
    />
  ),
});

interface NicknameCheck {
  hint?: ReactNode;
  refusal?: string;
}

function useNicknameCheck(typed: string): NicknameCheck {
  const settled = useDebounced(typed, 400);
  const nickname = Nickname.safeParse(settled, { jitless: true }).data;
  const { data, error } = useQuery({
    ...nicknameQuery(nickname ?? ""),
    enabled: nickname !== undefined,
  });

  if (typed === "")
    return { hint: "3–30 karakter; küçük harf (ç, ğ, ı, ö, ş, ü olmadan), rakam, _" };
  if (typed !== settled) return { hint: "Kontrol ediliyor…" };
  if (nickname === undefined) return { refusal: ERRORS.invalid_nickname[2] };
  if (error instanceof ApiProblem && [409, 422].includes(error.status)) {
    return { refusal: error.message };
  }
  if (error) return { hint: error.message };
  if (!data) return { hint: "Kontrol ediliyor…" };
  return {
    hint: (
      <span className="flex items-center gap-1.5 font-semibold text-success">
        <Check className="size-4 shrink-0" aria-hidden="true" />
        Bu kullanıcı adı kullanılabilir.
      </span>
    ),
  };
}

function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

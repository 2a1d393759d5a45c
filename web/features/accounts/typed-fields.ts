import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import type { RegistrationForm } from "#web/features/accounts/registration-fields.ts";
import { saveRegistration } from "#web/features/accounts/saved-registration.ts";
import { suggestNickname } from "#web/features/accounts/suggest-nickname.ts";

/** Saves what is typed, restores the city, and suggests a nickname. */
export function useTypedFields(form: RegistrationForm, suggested: RefObject<string>): void {
  const { getValues, setValue, subscribe } = form;
  useSuggestedNickname(form, suggested);

  // Fetched from the first step on: a select drops a value whose option is rendered later.
  const { data: cities } = useQuery(citiesQuery);
  useEffect(() => {
    if (cities) setValue("city_id", getValues("city_id"));
  }, [cities, getValues, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveRegistration(values),
      }),
    [subscribe],
  );
}

/**
 * Fills in a free nickname once the name is typed, unless the person has chosen one. `suggested`
 * holds the latest suggestion.
 */
export function useSuggestedNickname(form: RegistrationForm, suggested: RefObject<string>): void {
  const queryClient = useQueryClient();
  const { getValues, setValue, watch } = form;
  const names = watch(["first_name", "surname"]);
  const name = names.every((part) => part?.trim()) ? names.join(" ") : "";

  const suggest = useEffectEvent(async (name: string, isCurrent: () => boolean) => {
    const isOwn = () => ![undefined, "", suggested.current].includes(getValues("nickname"));
    if (isOwn()) return;
    const nickname = await suggestNickname(queryClient, name);
    if (!isCurrent() || isOwn()) return;
    suggested.current = nickname;
    setValue("nickname", nickname, { shouldValidate: form.formState.isSubmitted });
  });
  useEffect(() => {
    if (!name) return;
    let isCurrent = true;
    const timer = setTimeout(() => suggest(name, () => isCurrent), 400);
    return () => {
      clearTimeout(timer);
      isCurrent = false;
    };
  }, [name]);
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { BIOGRAPHY_MAX } from "#contract/limits.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { accountQuery, citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { BirthDateFields } from "#web/features/accounts/birth-date-fields.tsx";
import { CitySelect, GenderSelect } from "#web/features/accounts/detail-fields.tsx";
import {
  isSame,
  type ProfileFields,
  toChanges,
  toFields,
  useProfileForm,
} from "#web/features/accounts/profile-fields.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { imageUrl } from "#web/lib/image-url.ts";
import { toFormData } from "#web/lib/upload/multipart.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { ImagePicker, whenPicturesReady } from "#web/ui/form/image-picker.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { forgetProfileEdits, savedProfileEdits, saveProfileEdits } from "./saved-profile.ts";

interface Props {
  account: Account;
  /** Called when all is saved, or "Vazgeç" was pressed. */
  onDone: () => void;
}

export function ProfileEditor(props: Props) {
  // The cities' select accepts an initial value only from options that exist by then.
  const { data: cities } = useQuery(citiesQuery);
  return cities ? <ProfileForm {...props} /> : <Skeleton className="h-96" />;
}

function ProfileForm({ account, onDone }: Props) {
  const edits = savedProfileEdits(account.id);
  const before = useRef(edits?.before ?? toFields(account));
  const form = useProfileForm(edits?.fields ?? before.current);
  const { register, watch, subscribe, getValues, setValue, setFocus, errorOf } = form;
  const image = watch("image");
  const queryClient = useQueryClient();
  const leave = () => {
    forgetProfileEdits();
    onDone();
  };

  const saving = useMutation({
    mutationKey: queryKeys.savingProfile,
    mutationFn: async (fields: ProfileFields) => {
      await whenPicturesReady();
      const sent = { ...fields, image: getValues("image") };
      const body = toChanges(before.current, sent);
      const asForm = body.image ? toFormData : undefined;
      return { sent, saved: await callApi("PATCH /api/auth/account/my", { body, asForm }) };
    },
    onSuccess: ({ sent, saved }) => {
      before.current = sent;
      queryClient.setQueryData(accountQuery.queryKey, saved);
      void queryClient.invalidateQueries();
      toast.success("Profil Kaydedildi", "Değişiklikleriniz kaydedildi.");
      // Edits made while this was being saved are still unsaved.
      if (isSame(sent, getValues())) leave();
    },
    onError: (error) => {
      toastProblem(error);
      form.showErrors(error);
    },
  });

  useEffect(() => setFocus("name"), [setFocus]);

  useEffect(() => {
    const callback = ({ values: fields }: { values: ProfileFields }) =>
      saveProfileEdits({ person: account.id, before: before.current, fields });
    return subscribe({ formState: { values: true }, callback });
  }, [account.id, subscribe]);

  return (
    <form
      noValidate
      onSubmit={form.submitTo(saving.mutateAsync)}
      aria-label="Profil Düzenle"
      className="grid gap-5 p-5 sm:grid-cols-2 sm:p-6"
    >
      <ImagePicker
        label="Profil resmi"
        shape="round"
        image={image ?? null}
        onChange={(image) => setValue("image", image)}
        storedUrl={account.image && image !== null ? imageUrl(account.image) : undefined}
        error={errorOf("image")}
      />
      <div className="grid content-start gap-5">
        <TextField
          label="Ad soyad"
          autoComplete="name"
          error={errorOf("name")}
          {...register("name")}
        />
        <GenderSelect error={errorOf("gender")} {...register("gender")} />
      </div>
      <BirthDateFields
        day={register("day")}
        month={register("month")}
        year={register("year")}
        chosenYear={watch("year")}
        error={errorOf("day")}
      />
      <CitySelect
        hint="Yalnızca siz görürsünüz."
        error={errorOf("city_id")}
        className="self-end"
        {...register("city_id")}
      />
      <TextArea
        label="Biyografi"
        hint={`En fazla ${BIOGRAPHY_MAX} karakter`}
        error={tooLong(watch("biography"), BIOGRAPHY_MAX) ?? errorOf("biography")}
        className="sm:col-span-2"
        {...register("biography")}
      />
      <Checkbox
        label="Cinsiyetimi ve doğum tarihimi profilimde herkese göster"
        className="sm:col-span-2"
        {...register("show_details")}
      />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          Kaydet
        </Button>
        <Button onClick={leave} disabled={saving.isPending}>
          Vazgeç
        </Button>
      </div>
    </form>
  );
}

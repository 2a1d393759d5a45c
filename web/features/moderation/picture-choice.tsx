import type { ComponentProps } from "react";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { isRemovable } from "./acts.ts";
import { CasePicture, THUMB } from "./case-picture.tsx";

interface Props {
  item: CaseDetail;
  error: string | undefined;
  /** What each checkbox gets from the form. */
  field: Pick<ComponentProps<"input">, "name" | "onChange" | "onBlur" | "ref">;
}

/** Chooses the pictures that are removed. */
export function PictureChoice({ item, error, field }: Props) {
  const pictures = item.pictures.filter(isRemovable);
  return (
    <fieldset>
      <legend className="font-semibold">Kaldırılacak resimler</legend>
      {pictures.map(({ place, content, image_path }, at) => (
        <Checkbox
          key={place}
          value={place}
          error={at === pictures.length - 1 ? error : undefined}
          label={
            <span className="flex items-center gap-3">
              <span className="shrink-0 overflow-hidden rounded">
                <CasePicture item={item} path={image_path} className={`${THUMB} blur-sm`} />
              </span>
              <span className="wrap-anywhere">
                {place === "cover" && "Kapak: "}
                <bdi>{content}</bdi>
              </span>
            </span>
          }
          {...field}
        />
      ))}
    </fieldset>
  );
}

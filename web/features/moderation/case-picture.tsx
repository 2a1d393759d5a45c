import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { casePictureQuery } from "#web/features/moderation/cases.api.ts";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  item: CaseDetail;
  /** The address that the picture has, or had. */
  path: string;
  /** Shown width, as an `<img sizes>` value. */
  sizes?: string;
  className?: string;
}

export const THUMB = "aspect-16/9 w-32";

/** A picture of a case; one that nobody else can see is fetched with staff's session (R647). */
export function CasePicture({ item, path, sizes = "8rem", className = THUMB }: Props) {
  const withheld = item.pictures.find(({ image_path }) => image_path === path)?.withheld ?? null;
  if (withheld !== null)
    return <WithheldPicture caseId={item.id} id={withheld} className={className} />;
  return <Picture path={path} alt="" sizes={sizes} className={className} />;
}

interface WithheldProps {
  caseId: number;
  id: number;
  className: string;
}

function WithheldPicture({ caseId, id, className }: WithheldProps) {
  const { data } = useQuery(casePictureQuery(caseId, id));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return <img src={url} alt="" className={cn("bg-sunken object-cover", className)} />;
}

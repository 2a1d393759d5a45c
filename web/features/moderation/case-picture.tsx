import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { casePictureQuery } from "#web/features/moderation/cases.api.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  item: CaseDetail;
  /** The address that the picture has, or had. */
  path: string;
}

const PROPORTIONS = "aspect-16/9 w-32";

/** A picture of a case; one that nobody else can see is fetched with staff's session (R647). */
export function CasePicture({ item, path }: Props) {
  const withheld = item.pictures.find(({ image_path }) => image_path === path)?.withheld ?? null;
  if (withheld !== null) return <WithheldPicture caseId={item.id} id={withheld} />;
  return <Picture path={path} alt="" sizes="8rem" className={PROPORTIONS} />;
}

function WithheldPicture({ caseId, id }: { caseId: number; id: number }) {
  const { data } = useQuery(casePictureQuery(caseId, id));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return <img src={url} alt="" className={`bg-sunken object-cover ${PROPORTIONS}`} />;
}

import { type ComponentType, useEffect, useState } from "react";
import { BRAND } from "#contract/brand.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { whenIdle } from "#web/lib/page-start/idle.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { usePrinting } from "./use-printing.ts";

type Code = ComponentType<{ text: string; label: string; className: string }>;

/** What a printed page says of its origin: the site, who asked, when it was printed, the address. */
export function PaperHeading({ survey }: { survey: Survey }) {
  const [code, setCode] = useState<{ Code: Code }>();
  const isPrinting = usePrinting();
  // Beforehand, since nothing can be loaded while the browser prints.
  useEffect(() => {
    void whenIdle()
      .then(() => import("#web/ui/qr-code.tsx"))
      .then(
        ({ QrCode }) => setCode({ Code: QrCode }),
        () => undefined,
      );
  }, []);
  if (!isPrinting) return null;
  const address = `${siteOrigin()}/surveys/${survey.id}/results`;
  return (
    <div className="flex items-center justify-between gap-6 border-b border-line pb-4">
      <div className="grid gap-1">
        <p className="text-xl font-extrabold">{BRAND}</p>
        <p>{`${isolated(survey.user.name)} sordu. ${formatDateTime(new Date().toISOString())} tarihinde yazdırıldı.`}</p>
        <p className="wrap-anywhere">{address}</p>
      </div>
      {code && <code.Code text={address} label="Sonuçların adresi" className="size-24 shrink-0" />}
    </div>
  );
}

import Share2 from "lucide-react/icons/share-2";
import type { Survey } from "#contract/survey-shapes.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { copyLink, shareLink } from "./share.ts";

/** Opens the device's share dialog for the survey's link, or copies it. */
export function ShareButton({ survey }: { survey: Pick<Survey, "id" | "question"> }) {
  const share = async () => {
    const url = `${siteOrigin()}/surveys/${survey.id}`;
    if ((await shareLink(survey.question, url)) || (await copyLink(url))) return;
    toast.error("Bağlantı Kopyalanamadı", "Adres çubuğundaki adresi paylaşabilirsiniz.");
  };
  return (
    <Button onClick={share}>
      <Share2 className="size-5" aria-hidden="true" />
      <span className="max-sm:sr-only">Paylaş</span>
    </Button>
  );
}

import Share2 from "lucide-react/icons/share-2";
import type { Survey } from "#contract/survey-shapes.ts";
import { siteOrigin } from "#web/lib/server-side.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Hands the survey's link to the phone's own sharing, or copies it. */
export function ShareButton({ survey }: { survey: Pick<Survey, "id" | "question"> }) {
  const share = async () => {
    const url = `${siteOrigin()}/surveys/${survey.id}`;
    try {
      if (navigator.share) await navigator.share({ title: survey.question, url });
      else {
        await navigator.clipboard.writeText(url);
        toast.success("Bağlantı Kopyalandı", "Dilediğiniz yere yapıştırabilirsiniz.");
      }
    } catch (error) {
      // Closing the phone's sharing is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.error("Bağlantı Kopyalanamadı", "Adres çubuğundaki adresi paylaşabilirsiniz.");
    }
  };
  return (
    <Button onClick={share}>
      <Share2 className="size-5" aria-hidden="true" />
      <span className="max-sm:sr-only">Paylaş</span>
    </Button>
  );
}

import Copy from "lucide-react/icons/copy";
import Share2 from "lucide-react/icons/share-2";
import { useRef } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { copyLink } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { shareLink } from "./share.ts";
import { WHATSAPP } from "./share-targets.ts";

/** A link to copy, to send by WhatsApp, or to share with the device's dialog if there is one. */
export function ShareLink({
  survey,
  url,
}: {
  survey: Pick<Survey, "question" | "visibility">;
  url: string;
}) {
  const row = useRef<HTMLDivElement>(null);

  const copy = async () => {
    if (await copyLink(url)) return;
    row.current?.querySelector("input")?.select();
    toast.info("Bağlantı Seçildi", "Kopyalamak için basılı tutun ya da Ctrl+C’ye basın.");
  };
  const share = async () => {
    if (!(await shareLink(survey.question, url))) await copy();
  };

  return (
    <div ref={row} className="flex w-full max-w-xl flex-wrap items-end gap-3 text-left">
      <TextField
        label={survey.visibility === "private" ? "Davet bağlantısı" : "Bağlantı"}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
        className="min-w-60 grow"
      />
      <Button onClick={copy}>
        <Copy className="size-5" aria-hidden="true" />
        Kopyala
      </Button>
      <a
        href={WHATSAPP.address(survey.question, url)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle()}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
          <path d={WHATSAPP.icon} />
        </svg>
        {WHATSAPP.name}
      </a>
      {"share" in navigator && (
        <Button onClick={share}>
          <Share2 className="size-5" aria-hidden="true" />
          Paylaş
        </Button>
      )}
    </div>
  );
}

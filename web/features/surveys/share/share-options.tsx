import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Share2 from "lucide-react/icons/share-2";
import { type ReactNode, useId, useRef } from "react";
import { surveyFileName } from "#contract/brand.ts";
import { relatedPicture } from "#contract/charts.ts";
import { embedCode } from "#contract/embed.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ReportButton } from "#web/features/moderation/report-button.tsx";
import { copyLink } from "#web/lib/copy-text.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { EmbedCode } from "./embed-code.tsx";
import { PictureToSave } from "./picture-to-save.tsx";
import { qrPng, qrSvg } from "./qr-files.ts";
import { shareLink } from "./share.ts";
import { SHARE_TARGETS } from "./share-targets.ts";

export interface ShareOptionsProps {
  survey: Pick<Survey, "id" | "question" | "preview_path" | "options">;
  /** The address of the shared page. */
  url: string;
  /** Set if that is the page of the results. */
  page?: "/results" | undefined;
}

/**
 * All ways to share a public survey, the device's own first if it has one, and the way to report
 * it.
 */
export function ShareOptions({ survey, url, page }: ShareOptionsProps) {
  const { id, question, preview_path } = survey;
  const row = useRef<HTMLDivElement>(null);
  const copy = async () => {
    if (await copyLink(url)) return;
    row.current?.querySelector("input")?.select();
    toast.info("Bağlantı Seçildi", "Kopyalamak için basılı tutun ya da Ctrl+C’ye basın.");
  };
  const share = async () => {
    if (!(await shareLink(question, url))) await copy();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-3">
        {"share" in navigator && (
          <Button variant="primary" size="large" onClick={share}>
            <Share2 className="size-5" aria-hidden="true" />
            Bir uygulamayla paylaş
          </Button>
        )}
        <ul className="grid grid-cols-3 gap-2 sm:gap-3 tight:grid-cols-1">
          {SHARE_TARGETS.map(({ name, icon, address }) => (
            <li key={name} className="grid min-w-0">
              <a
                href={address(question, url)}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonStyle("outline", "normal", TARGET)}
              >
                <svg
                  viewBox="0 0 24 24"
                  aria-hidden="true"
                  className="size-5 shrink-0 fill-current max-sm:size-7"
                >
                  <path d={icon} />
                </svg>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <div ref={row} className="flex flex-wrap items-end gap-3">
          <TextField
            label="Bağlantı"
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
            className="min-w-40 grow basis-48"
          />
          <Button onClick={copy} className="max-sm:grow">
            <Copy className="size-5" aria-hidden="true" />
            Kopyala
          </Button>
        </div>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        {preview_path && (
          <Part title="Görsel">
            <PictureToSave
              id={id}
              pathIn={(shape) => relatedPicture(preview_path, { shape, ...(page && RESULTS) })}
              what={page ? "sonuçlarını" : "sorusunu"}
            />
          </Part>
        )}
        <Code id={id} url={url} />
      </div>
      {preview_path && (
        <EmbedCode
          hint="Soruyu ve herkese açık sonuçları gösterir; oylar burada verilir."
          codeIn={(width) => embedCode(survey, siteOrigin(), { width })}
        />
      )}
      <div className="flex justify-end border-t border-line pt-2">
        <ReportButton kind="survey" id={id} />
      </div>
    </div>
  );
}

/** On a phone the name is below the icon. */
const TARGET =
  "max-sm:flex-col max-sm:gap-1 max-sm:border-transparent max-sm:px-0 max-sm:py-2 max-sm:text-sm sm:px-2";

const RESULTS = { chart: "results" } as const;

function Code({ id, url }: { id: number; url: string }) {
  const save = (kind: "svg" | "png", make: (url: string) => Blob | Promise<Blob>) => async () =>
    saveFile(await make(url), `${surveyFileName(id)}-karekod.${kind}`);
  return (
    <Part title="Karekod">
      <QrCode
        text={url}
        label="Anketin karekodu"
        className="w-full max-w-64 justify-self-center rounded border border-line"
      />
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={save("png", qrPng)} aria-label="Karekodu PNG olarak kaydet">
          <Download className="size-5" aria-hidden="true" />
          PNG
        </Button>
        <Button onClick={save("svg", qrSvg)} aria-label="Karekodu SVG olarak kaydet">
          <Download className="size-5" aria-hidden="true" />
          SVG
        </Button>
      </div>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h3 id={id} className="font-extrabold">
        {title}
      </h3>
      {children}
    </section>
  );
}

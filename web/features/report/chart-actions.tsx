import CodeXml from "lucide-react/icons/code-xml";
import ImageDown from "lucide-react/icons/image-down";
import { useState } from "react";
import { CHARTS } from "#contract/charts.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { ChartProps } from "./chart-sharing.tsx";
import { isForEverybody } from "./report.api.ts";

const ChartPicture = lazyComponent("Görsel yükleniyor", async () => {
  const { ChartPicture } = await import("./chart-sharing.tsx");
  return ChartPicture;
});
const ChartEmbed = lazyComponent("Kod yükleniyor", async () => {
  const { ChartEmbed } = await import("./chart-sharing.tsx");
  return ChartEmbed;
});

/** A chart as a picture and as code for other sites, where everybody may see the results. */
export function ChartActions({ survey, chart }: ChartProps) {
  const [open, setOpen] = useState<"picture" | "code">();
  if (!isForEverybody(survey)) return null;
  const name = CHARTS[chart];
  const close = () => setOpen(undefined);
  return (
    <div className="-mx-3 flex flex-wrap print:hidden">
      <Button
        variant="ghost"
        className={QUIET}
        aria-haspopup="dialog"
        aria-label={`Görsel: ${name}`}
        onClick={() => setOpen("picture")}
      >
        <ImageDown className="size-5" aria-hidden="true" />
        Görsel
      </Button>
      <Button
        variant="ghost"
        className={QUIET}
        aria-haspopup="dialog"
        aria-label={`Göm: ${name}`}
        onClick={() => setOpen("code")}
      >
        <CodeXml className="size-5" aria-hidden="true" />
        Göm
      </Button>
      <Dialog open={open === "picture"} onClose={close} title={`Görsel: ${name}`} closesOnBackdrop>
        <ChartPicture survey={survey} chart={chart} />
      </Dialog>
      <Dialog open={open === "code"} onClose={close} title={`Göm: ${name}`} closesOnBackdrop>
        <ChartEmbed survey={survey} chart={chart} />
      </Dialog>
    </div>
  );
}

const QUIET = "px-3 text-muted hover:text-ink";

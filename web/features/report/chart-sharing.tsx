import { type Chart, relatedPicture, surveyPicturePath } from "#contract/charts.ts";
import { embedCode } from "#contract/embed.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { EmbedCode } from "#web/features/surveys/share/embed-code.tsx";
import { PictureToSave } from "#web/features/surveys/share/picture-to-save.tsx";
import { siteOrigin } from "#web/lib/ssr-context.ts";

export interface ChartProps {
  survey: Survey;
  chart: Chart;
}

/** The chart as a picture to post. */
export function ChartPicture({ survey: { id, preview_path }, chart }: ChartProps) {
  return (
    <div className="grid gap-4">
      <PictureToSave
        id={id}
        pathIn={(shape) =>
          preview_path && chart === "results"
            ? relatedPicture(preview_path, { chart, shape })
            : surveyPicturePath(id, { chart, shape })
        }
        what="sonuçlarını"
        fileSuffix={`-${chart}`}
      />
    </div>
  );
}

/** The code that embeds the chart in another site. */
export function ChartEmbed({ survey, chart }: ChartProps) {
  return (
    <EmbedCode
      hint="Grafiği güncel sonuçlarla gösterir."
      codeIn={(width) => embedCode(survey, siteOrigin(), { width, chart })}
    />
  );
}

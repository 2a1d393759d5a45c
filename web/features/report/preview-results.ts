import type { QueryClient } from "@tanstack/react-query";
import { relatedPicture } from "#contract/charts.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { findingOf } from "./finding.ts";
import { reportQuery } from "./report.api.ts";

export interface ResultsPreview {
  /** What the results show, in a sentence; null if nothing can be said. */
  finding: string | null;
  /** Path of their picture. */
  picture: string | undefined;
}

/** What links to the results say and show; undefined where not everybody may see the results. */
export async function previewResults(
  queryClient: QueryClient,
  { id, preview_path: path }: Survey,
): Promise<ResultsPreview | undefined> {
  const query = reportQuery(id);
  await queryClient.prefetchQuery(query);
  const report = queryClient.getQueryData(query.queryKey);
  if (!report) return undefined;
  const picture = path && relatedPicture(path, { chart: "results", shape: "link" });
  return { finding: findingOf(report), picture };
}

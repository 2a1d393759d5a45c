import { type ChartPicture, drawChart } from "./draw-chart.ts";
import { drawPerson, type PersonPicture } from "./draw-person.ts";
import { drawSurveyPicture, type SurveyPicture } from "./draw-survey-picture.ts";

/** What the server draws besides tiles. Pictures in it are stored files. */
export type Drawing =
  | ({ kind: "survey" } & SurveyPicture)
  | ({ kind: "chart" } & ChartPicture)
  | ({ kind: "person" } & PersonPicture);

/** Returns a PNG, of a survey with its photographs a JPEG. */
export function draw(drawing: Drawing): Promise<Buffer> {
  switch (drawing.kind) {
    case "survey":
      return drawSurveyPicture(drawing);
    case "chart":
      return drawChart(drawing);
    case "person":
      return drawPerson(drawing);
  }
}

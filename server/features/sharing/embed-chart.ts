import { BRAND } from "#contract/brand.ts";
import { CHARTS, type Chart } from "#contract/charts.ts";
import { type Html, html } from "#contract/html.ts";
import { SIDE, shapeOf } from "#contract/option-marks.ts";
import { NOISE_NOTE } from "#contract/shapes/group-names.ts";
import { COLUMNS, ROW_COUNT } from "#contract/shapes/province-map.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { ShownChart } from "./charts.ts";
import { addressLine, brand, link, page, sponsorsLine } from "./embed-page.ts";

interface ChartOf {
  survey: Survey;
  kind: Chart;
  chart: ShownChart;
}

/** Returns the page of one chart of a public survey's results; `siteUrl` is the site's own URL. */
export function chartPage({ survey, kind, chart }: ChartOf, siteUrl: string): string {
  const path = `/surveys/${survey.id}/results`;
  const { name = CHARTS[kind], legend, rows, map, line, note } = chart;
  return page(
    `${name}: ${survey.question}`,
    html`<link rel="canonical" href="${new URL(path, siteUrl).href}">`,
    html`<h1 dir="auto">${survey.question}</h1>
<h2>${name}</h2>
${legend.length > 0 ? html`<ul class="legend">${legend.map(key)}</ul>` : ""}
${map ? tiles(map) : ""}
${line ? outline(line) : html`<ul>${rows.map((each) => row(each, legend.length > 0 ? survey : null))}</ul>`}
<p class="facts">${note}</p>${legend.length > 0 ? html`<p><small>${NOISE_NOTE}</small></p>` : ""}${sponsorsLine(survey)}
<div class="foot">${link(path, "act", `${BRAND}’te bütün sonuçlar`)}${brand()}</div>
${addressLine(siteUrl, path)}`,
  );
}

const key = ({ name, color, option }: ShownChart["legend"][number]) =>
  html`<li><svg viewBox="0 0 ${SIDE} ${SIDE}" aria-hidden="true"><path d="${shapeOf(option)}" fill="${color}"/></svg><span dir="auto">${name}</span></li>`;

const TILE = SIDE + 2;

function tiles(map: NonNullable<ShownChart["map"]>): Html {
  const [width, height] = [COLUMNS * TILE, ROW_COUNT * TILE];
  return html`<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="Önde olan şıkların haritası; aynısı aşağıdaki listede.">
<defs><pattern id="few" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.2" height="5"/></pattern></defs>${map.map(tile)}</svg>
<p><small>Renk ve biçim öndeki şıkkı, koyuluk farkını gösterir; taralı yerlerde oy verenler az, boşlarda eşitlik var. Sayılar plaka kodudur.</small></p>`;
}

function tile({ code, column, row, lead }: NonNullable<ShownChart["map"]>[number]): Html {
  const fill = lead ? (lead.color ?? "none") : "url(#few)";
  return html`<g transform="translate(${column * TILE + 1} ${row * TILE + 1})"><path d="${shapeOf(lead?.option ?? 0)}" fill="${fill}" fill-opacity="${lead?.strength ?? 1}"/><text x="${SIDE / 2}" y="${SIDE / 2 + 2.8}">${String(code).padStart(2, "0")}</text></g>`;
}

/** An option, or a group with its shares of the survey's options. */
function row(
  { label, detail, value, parts }: ShownChart["rows"][number],
  survey: Survey | null,
): Html {
  let at = 0;
  const bars = parts.map(({ share, color }) => {
    at += share;
    return html`<rect x="${at - share}" width="${share}" height="8" fill="${color}"/>`;
  });
  const shares = survey?.options.map(({ content }, i) => `${content} %${parts[i]?.share ?? 0}`);
  const described = shares
    ? html`role="img" aria-label="${shares.join(", ")}"`
    : html`aria-hidden="true"`;
  return html`<li class="result"><div><span dir="auto">${label}</span>${detail && html`<small>${detail}</small>`}<b>${value}</b></div>
<svg viewBox="0 0 100 8" preserveAspectRatio="none" ${described}>${bars}</svg></li>`;
}

function outline({ points, from, to }: NonNullable<ShownChart["line"]>): Html {
  const path = points.map(({ x, y }) => `L${round(400 * x)} ${round(156 - 152 * y)}`).join("");
  const line = path.replace("L", "M");
  return html`<svg class="line" viewBox="0 0 400 160" preserveAspectRatio="none" role="img" aria-label="Oyların ${from} ile ${to} arasında birikmesi"><path d="${line}V160H0z"/><path d="${line}" vector-effect="non-scaling-stroke"/></svg>
<p class="facts">${from} – ${to}</p>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

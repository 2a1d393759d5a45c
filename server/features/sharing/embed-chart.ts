import { BRAND } from "#contract/brand.ts";
import { CHARTS, type Chart } from "#contract/charts.ts";
import { type Html, html } from "#contract/html.ts";
import { NOISE_NOTE } from "#contract/shapes/group-names.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { ShownChart } from "./charts.ts";
import { addressLine, brand, link, page, sponsorsLine } from "./embed-page.ts";

interface ChartOf {
  survey: Survey;
  name: Chart;
  chart: ShownChart;
}

/** Returns the page of one chart of a public survey's results; `siteUrl` is the site's own URL. */
export function chartPage({ survey, name, chart }: ChartOf, siteUrl: string): string {
  const path = `/surveys/${survey.id}/results`;
  const { legend, rows, line, note } = chart;
  return page(
    `${CHARTS[name]}: ${survey.question}`,
    html`<link rel="canonical" href="${new URL(path, siteUrl).href}">`,
    html`<h1 dir="auto">${survey.question}</h1>
<h2>${CHARTS[name]}</h2>
${legend.length > 0 ? html`<ul class="legend">${legend.map(key)}</ul>` : ""}
${line ? outline(line) : html`<ul>${rows.map((each) => row(each, legend.length > 0 ? survey : null))}</ul>`}
<p class="facts">${note}</p>${legend.length > 0 ? html`<p><small>${NOISE_NOTE}</small></p>` : ""}${sponsorsLine(survey)}
<div class="foot">${link(path, "act", `${BRAND}’te bütün sonuçlar`)}${brand()}</div>
${addressLine(siteUrl, path)}`,
  );
}

const key = ({ name, color }: ShownChart["legend"][number]) =>
  html`<li><svg viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${color}"/></svg><span dir="auto">${name}</span></li>`;

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

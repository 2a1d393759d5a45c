import { features } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { Html, html } from "#contract/html.ts";
import { themeOf } from "#contract/palette.ts";
import { readTextSync } from "#server/http/text-file.ts";
import type { OpenApi, Operation } from "./openapi-document.ts";
import type { Schema } from "./openapi-problems.ts";
import { errorsOf, rateOf, SHARED } from "./openapi-problems.ts";
import { fieldRow, fieldRows, nameOf, typeText } from "./openapi-types.ts";

/** The page's styles; its content security policy has their hash. */
export const STYLE =
  themeOf("page", "surface", "ink", "muted", "line", "turkuaz", "nar") +
  readTextSync(new URL("openapi-page.css", import.meta.url));

/** The document as a page to read, without scripts (R153). */
export function openApiPage({ info, paths, components }: OpenApi): string {
  const sections = Object.entries(features).map(([feature, endpoints]) => {
    const byPath = Object.entries(endpoints).sort(([, a], [, b]) => (a.path < b.path ? -1 : 1));
    const articles = byPath.map(([name, endpoint]) => {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      return operation && operationArticle(name, endpoint, operation, components);
    });
    return html`<section id="${feature}"><h2>${feature}</h2>${articles}</section>`;
  });
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => html`<article id="${name}"><h3>${name}</h3>
      ${schema.properties ? table(fieldRows(schema)) : html`<p>${typeText(schema)}</p>`}</article>`,
  );
  const anchors = [...Object.keys(features), "shapes", "errors"];
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${info.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${new Html(STYLE)}</style></head><body>
<header><h1>${info.title}</h1><p>${prose(info.description)}</p>
<p>Calls that ask for a token take the one that <a href="#login">login</a> answers, as
<code>Authorization: Bearer …</code>. Programs read the same in
<a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Sections"><ul>${anchors.map((id) => html`<li><a href="#${id}">${id}</a></li>`)}</ul></nav>
<main>${sections}
<section id="shapes"><h2>shapes</h2>${shapes}</section>
<section id="errors"><h2>errors</h2><p>Any call may also answer one of these:</p>
${errorList(SHARED)}${table(Object.keys(ERRORS).map((code) => errorRow(code as ErrorCode)))}
</section></main></body></html>`.text;
}

const TOKEN = {
  none: "Needs no token",
  optional: "Works with and without a token",
  required: "Needs a token",
};

function operationArticle(
  name: string,
  endpoint: Endpoint,
  operation: Operation,
  { schemas }: OpenApi["components"],
): Html {
  const { parameters = [], requestBody, responses } = operation;
  const [encoding, body] = Object.entries(requestBody?.content ?? {}).at(-1) ?? [];
  const encodings = Object.keys(requestBody?.content ?? {}).join(" or ");
  const [[status = "", answer] = []] = Object.entries(responses);
  const [schema] = Object.values((answer && "content" in answer && answer.content) || {});
  const rows = parameters.map((one) => fieldRow(one.name, one.schema, [`in the ${one.in}`]));
  const errors = [...errorsOf(endpoint)];
  const facts = [TOKEN[endpoint.auth], rateOf(endpoint)].filter(Boolean).join(". ");
  return html`<article id="${name}">
<h3><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></h3>
<p>${prose(operation.summary)}</p><p class="facts">${facts}</p>
${rows.length > 0 ? html`<h4>Parameters</h4>${table(rows)}` : undefined}
${encoding && body ? html`<h4>Body</h4>${bodyPart(encodings, schemas[nameOf(body.schema)] ?? body.schema)}` : undefined}
<h4>Answer</h4><p><b>${status}</b> ${schema ? typeText(schema.schema) : "nothing"}</p>
${errors.length > 0 ? html`<h4>Errors</h4>${errorList(errors)}` : undefined}</article>`;
}

const bodyPart = (encodings: string, schema: Schema): Html =>
  html`<p class="facts">${encodings}. ${prose(schema.description ?? "")}</p>
${table(fieldRows(schema, { input: true }))}`;

const table = (rows: Html[]): Html => html`<table>${rows}</table>`;

const errorList = (codes: readonly ErrorCode[]): Html =>
  html`<ul class="errors">${codes.map(
    (code) => html`<li><a href="#${code}">${ERRORS[code][0]} ${code}</a></li>`,
  )}</ul>`;

const errorRow = (code: ErrorCode): Html => {
  const [status, , message] = ERRORS[code];
  return html`<tr id="${code}"><th scope="row"><code>${code}</code></th>
<td colspan="2"><b>${status}</b> <span lang="tr">${message}</span></td></tr>`;
};

/** Text in which words between backticks become code. */
const prose = (text: string): Html =>
  html`${text.split("`").map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}`;

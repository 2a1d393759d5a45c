import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";
import { kindOf, voteNoun, votersOf } from "#contract/ballots/ballots.ts";
import { shownResult } from "#contract/ballots/rating.ts";
import { BRAND } from "#contract/brand.ts";
import { EMBED_MESSAGE } from "#contract/embed.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { Html, html } from "#contract/html.ts";
import { themeOf } from "#contract/palette.ts";
import { sponsorsOf } from "#contract/shapes/sponsors.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { storageOf } from "#server/features/ballots/ballots.reads.ts";
import { readTextSync } from "#server/http/text-file.ts";
import { inGroups } from "./charts.ts";
import type { SharedSurvey } from "./shared-survey.ts";

const STYLE =
  themeOf("surface", "ink", "muted", "line", "track", "edge", "nar", "on-accent", "turkuaz") +
  readTextSync(new URL("embed-page.css", import.meta.url));
const NO_LINKS = "Bu sayfada bağlantı açılmıyor. Adresi kopyalayın:";
/**
 * Sends the height of the content to the surrounding page, to WordPress also in its own format. A
 * pressed link opens a tab. If the frame's sandbox forbids tabs, or sandboxes them too, where no
 * browser shows our pages, WordPress is asked to open the link, which it does for a frame that it
 * gave a secret. Without a secret, the link replaces the whole page if that is allowed. Otherwise
 * the address is selected.
 */
const SCRIPT = `{
const secret=/secret=(\\w+)/.exec(location.hash)?.[1];
const send=(message,value)=>secret&&parent.postMessage({message,value,secret},"*");
const fit=()=>{
const height=Math.ceil(document.body.getBoundingClientRect().height);
parent.postMessage({type:"${EMBED_MESSAGE}",height},"*");
send("height",height)};
const isFree=tab=>{try{const page=tab.document;if(tab.origin!=="null")page.domain=page.domain;return true}catch{return false}};
const select=link=>{
const [why,address]=document.querySelector(".address").children;
why.textContent="${NO_LINKS}";
address.textContent=link.href.replace("https://","");
getSelection().selectAllChildren(address)};
new ResizeObserver(fit).observe(document.body);
addEventListener("click",event=>{
const link=event.target.closest("a");
if(!link||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;
event.preventDefault();
const tab=open();
if(tab&&isFree(tab)){tab.location=link.href;return}
tab?.close();
select(link);
if(secret)send("link",link.href);else try{top.location=link.href}catch{}})}`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The only documents that other sites may show in a frame. */
export const EMBED_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

/** Returns the page of a public survey as everybody may see it; `siteUrl` is the site's own URL. */
export function embedPage(
  { survey, results, voters, no_opinion: none = 0 }: SharedSurvey,
  siteUrl: string,
  now: number,
): string {
  const path = `/surveys/${survey.id}`;
  const votes = results && votersOf(results, voters);
  const counted = votes && survey.options.length > 0 ? results : null;
  const { caption, verb = "oyla" } = storageOf(kindOf(survey));
  const isOpen = survey.state === "active";
  const facts = [
    ...factsOf(survey, votes, now),
    ...(none > 0 ? [`${inGroups(none)} kişi “Fikrim yok” dedi`] : []),
    ...(counted && caption ? [caption] : []),
  ];
  return page(
    survey.question,
    html`<link rel="canonical" href="${new URL(path, siteUrl).href}">`,
    html`<h1 dir="auto">${survey.question}</h1>
${counted ? html`<ul>${counted.map(resultRow)}</ul>` : html`<ul>${survey.options.map(choiceRow)}</ul>`}
<p class="facts">${facts.join(" · ")}</p>${sponsorsLine(survey)}
<div class="foot">${link(path, "act", `${BRAND}’te ${isOpen ? verb : "gör"}`)}${brand()}</div>
${addressLine(siteUrl, path)}`,
  );
}

/** Shown instead of a survey that is gone or not public. */
export function missingPage(siteUrl: string): string {
  return page(
    "Anket gösterilemiyor",
    html``,
    html`<h1>Bu anket gösterilemiyor</h1>
<p class="facts">Silinmiş ya da herkese açık olmayan bir anket olabilir.</p>
<div class="foot">${link("/surveys", "act", "Başka anketlere bakın")}${brand()}</div>
${addressLine(siteUrl, "/surveys")}`,
  );
}

/** The whole document; `head` and `body` are inside of their elements. */
export const page = (title: string, head: Html, body: Html): string =>
  html`<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${head}
<style>${new Html(STYLE)}</style></head><body><main>${body}</main>
<script>${new Html(SCRIPT)}</script></body></html>`.text;

/** Relative, because the frame may show the site under another of its host names. */
export const link = (path: string, kind: string, text: string | Html) =>
  html`<a class="${kind}" href="${path}" target="_blank" rel="noopener">${text}</a>`;

/** For frames that open no links, such as those without scripts: one press selects it whole. */
export function addressLine(siteUrl: string, path: string): Html {
  const { protocol, hostname, port } = new URL(siteUrl);
  const host = domainToUnicode(hostname) + (port && `:${port}`);
  const address = (protocol === "https:" ? "" : `${protocol}//`) + host + path;
  return html`<p class="address" role="status"><span>Bağlantı açılmazsa:</span> <b>${address}</b></p>`;
}

/** The same as in the site's favicon. */
export const brand = () =>
  link(
    "/",
    "brand",
    html`<svg viewBox="0 0 48 48" aria-hidden="true"><path d="M5 33.5 14.5 43.5 26 29.5H31A12.5 12.5 0 0 0 31 4.5H17A12.5 12.5 0 0 0 8.5 26.2"/></svg>${BRAND}`,
  );

const choiceRow = ({ content }: Survey["options"][number]) =>
  html`<li class="choice"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9"/></svg><span dir="auto">${content}</span></li>`;

function resultRow({ option_name, color, ...result }: Result): Html {
  const { text, share } = shownResult(result);
  return html`<li class="result"><div><span dir="auto">${option_name}</span><b>${text}</b></div>
<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="8" fill="${color}"/></svg></li>`;
}

/** Who asked for the survey and who paid for it (R457). */
export function sponsorsLine(survey: Survey): Html {
  const parts = sponsorsOf(survey).map(
    ({ label, name }, at) => html`${at > 0 ? html`<br>` : ""}${label}: <bdi>${name}</bdi>`,
  );
  return parts.length > 0 ? html`<p class="facts">${parts}</p>` : html``;
}

/** The number of votes, if everybody may know it, and the survey's state. */
function factsOf(survey: Survey, votes: number | null, now: number): string[] {
  const isForVoters = survey.state === "active" && !survey.quiet;
  const hidden = isForVoters ? ["Sonuçlar oy verince görünür"] : [];
  const shown = votes === null ? hidden : [`${inGroups(votes)} ${voteNoun(survey.ballot)}`];
  return [...shown, ...whenOf(survey, now)];
}

function whenOf({ state, start_time, expire_time }: Survey, now: number) {
  if (state === "ended") return ["Sona erdi"];
  if (state === "scheduled") return [`Başlangıç: ${dateOf(start_time)}`];
  if (expire_time === null) return [];
  const isToday = dayInTurkey(Date.parse(expire_time)) === dayInTurkey(now);
  return [isToday ? "Bugün bitiyor" : `Bitiş: ${dateOf(expire_time)}`];
}

const dateOf = (iso: string) => dayInTurkey(Date.parse(iso)).split("-").reverse().join(".");

import { COUNT_ELEMENTS } from "./early-press.ts";

/** A background tab paints nothing: its code is loaded after this time. */
const NO_PAINT_MS = 2000;

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * Makes a rendered document load its scripts after its first contentful paint (ADR-014). Loaded at
 * once, they would compete with the content for the connection, and on a fast one even run before
 * it. Files are loaded and run one by one, so that a click between two of them is handled at once.
 *
 * @param html as the router renders it; returned unchanged when it has no entry script
 * @param nonce for the script that is inserted
 * @returns the document in parts: joined, its many kilobytes would be copied again
 */
export function deferScripts(html: string, nonce: string): string[] {
  // Preloads are in the head and the entry is at the end: the part between need not be searched.
  const [afterHead, atEnd] = [html.indexOf("</head>"), html.lastIndexOf('<script type="module"')];
  const entry = atEnd < 0 ? undefined : ENTRY.exec(html.slice(atEnd))?.[1];
  if (!entry) return [html];
  const head = html.slice(0, afterHead);
  // Preloads are listed with dependencies first, except for the entry, which comes first of all.
  const before = [...head.matchAll(PRELOAD)].map(([, href]) => href).filter((it) => it !== entry);
  const load = `${COUNT_ELEMENTS};{const before=${JSON.stringify(before)},entry=${JSON.stringify(entry)},
rest=()=>self.scheduler?.yield?.(),
load=async()=>{watch.disconnect();clearTimeout(timer);
for(const href of [...before,entry]){document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));await rest()}
for(const href of before){await import(href).catch(()=>0);await rest()}
import(entry).catch((error)=>{console.warn(error);self.early?.fail()})},
watch=new PerformanceObserver((news)=>{if(news.getEntriesByName("first-contentful-paint")[0])load()}),
timer=setTimeout(load,${NO_PAINT_MS});
watch.observe({type:"paint",buffered:true})}`;
  const end = html.slice(atEnd).replace(ENTRY, () => `<script nonce="${nonce}">${load}</script>`);
  return [head.replace(PRELOAD, ""), html.slice(afterHead, atEnd), end];
}

/** After that the code is asked for without a paint: a tab in the background has none. */
const NO_PAINT_MS = 2000;

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * Lets a rendered document ask for its code once its content was painted, of which a first frame may
 * hold nothing yet. Asked for at once, the code shares the line with what one came to read, and over
 * a quick line it even runs before. Files are asked for and run one by one, so that a press between
 * two of them is not held up by the rest.
 *
 * @param html as TanStack Start renders it; without an entry of its own it is given back as it is
 * @param nonce marks the script that is put in
 */
export function loadAfterPaint(html: string, nonce: string): string {
  const entry = ENTRY.exec(html)?.[1];
  if (!entry) return html;
  // What a file needs is named before it, but for the entry, which is named first.
  const before = [...html.matchAll(PRELOAD)].map(([, href]) => href).filter((it) => it !== entry);
  const load = `{const before=${JSON.stringify(before)},entry=${JSON.stringify(entry)},
rest=()=>self.scheduler?.yield?.(),
load=async()=>{watch.disconnect();clearTimeout(timer);
for(const href of [...before,entry]){document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));await rest()}
for(const href of before){await import(href).catch(()=>0);await rest()}
import(entry)},
watch=new PerformanceObserver((news)=>{if(news.getEntriesByName("first-contentful-paint")[0])load()}),
timer=setTimeout(load,${NO_PAINT_MS});
watch.observe({type:"paint",buffered:true})}`;
  return html
    .replace(PRELOAD, "")
    .replace(ENTRY, () => `<script nonce="${nonce}">${load}</script>`);
}

/** After that the code is asked for without a paint: a tab in the background has none. */
const NO_PAINT_MS = 2000;

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * Lets a rendered document ask for its code after its first paint. Asked for at once, the code
 * shares the line with what one came to read, and over a quick line it even runs before.
 *
 * @param html as TanStack Start renders it; without an entry of its own it is given back as it is
 * @param nonce marks the script that is put in
 */
export function loadAfterPaint(html: string, nonce: string): string {
  const entry = ENTRY.exec(html)?.[1];
  if (!entry) return html;
  const code = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const load = `{const load=()=>{watch.disconnect();clearTimeout(timer);
for(const href of ${JSON.stringify(code)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
import(${JSON.stringify(entry)})},
watch=new PerformanceObserver(load),timer=setTimeout(load,${NO_PAINT_MS});
watch.observe({type:"paint",buffered:true})}`;
  return html
    .replace(PRELOAD, "")
    .replace(ENTRY, () => `<script nonce="${nonce}">${load}</script>`);
}

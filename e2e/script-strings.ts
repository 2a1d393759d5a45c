/** What an attacker would have a browser run; each leaves a mark when it does. */
const CODES = ["window.__ran=1", "alert`1`"];

/** Places in a document, an address, a template or a database from which text may break out. */
const TRICKS: readonly ((code: string) => string)[] = [
  (code) => `<script>${code}</script>`,
  (code) => `<ScRiPt >${code}</sCrIpT >`,
  (code) => `<script src="data:,${code}"></script>`,
  (code) => `<!--<script>${code}`,
  (code) => `<svg><script>${code}</script></svg>`,
  (code) => `<img src=x onerror=${code}>`,
  (code) => `<svg/onload=${code}>`,
  (code) => `<body onload=${code}>`,
  (code) => `<details open ontoggle=${code}>`,
  (code) => `<input autofocus onfocus=${code}>`,
  (code) => `<video><source onerror=${code}>`,
  (code) => `<iframe srcdoc="<script>${code}</script>">`,
  (code) => `<iframe src="javascript:${code}">`,
  (code) => `<object data="javascript:${code}">`,
  (code) => `<a href="javascript:${code}">x</a>`,
  (code) => `<meta http-equiv=refresh content="0;url=javascript:${code}">`,
  (code) => `<base href="javascript:${code}//">`,
  (code) => `<style onload=${code}>`,
  (code) => `javascript:${code}`,
  (code) => `JaVaScRiPt://%0a${code}`,
  (code) => `data:text/html,<script>${code}</script>`,
  (code) => `" onmouseover=${code} x="`,
  (code) => `' autofocus onfocus=${code} x='`,
  (code) => `";${code};//`,
  (code) => `';${code};//`,
  (code) => `\\";${code};//`,
  (code) => `*/${code}/*`,
  (code) => `{{constructor.constructor('${code}')()}}`,
  (code) => `$\u007b${code}}`,
  (code) => `#{${code}}`,
  (code) => `<%= ${code} %>`,
  (code) => `\\u003cscript\\u003e${code}\\u003c/script\\u003e`,
  (code) => `&lt;script&gt;${code}&lt;/script&gt;`,
  (code) => `{"__proto__":{"onload":"${code}"}}`,
  (code) => `'; drop table votes; -- ${code}`,
  (code) => `' or 1=1 union select password_hash from credentials -- ${code}`,
];

/** Ends of what the text may stand in. */
const ENDS = ["", "</script>", '">', "'>", "</title>", "</textarea>", "-->", "</style>", "]]>"];

export const SCRIPT_STRINGS: readonly string[] = TRICKS.flatMap((trick, i) =>
  ENDS.map((end, j) => end + trick(CODES[(i + j) % CODES.length] ?? "")),
);

/** The same strings, joined into as few texts as fit `most` characters each. */
export function packed(most: number, joint = " "): string[] {
  const texts: string[] = [];
  let text = "";
  for (const string of SCRIPT_STRINGS.filter(({ length }) => length <= most)) {
    const longer = text ? text + joint + string : string;
    if (longer.length <= most) {
      text = longer;
      continue;
    }
    texts.push(text);
    text = string;
  }
  return [...texts, text];
}

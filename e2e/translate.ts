/** Runs in the browser: does to every text, now and later, what Chrome's translation does to it. */
export function translate(): void {
  const untouched = "script, style, textarea, noscript, title, head";
  const replace = (text: Node) => {
    const { parentElement } = text;
    if (!parentElement || parentElement.closest(`font, ${untouched}`)) return;
    if (!text.nodeValue?.trim()) return;
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    (outer.firstChild as Element).textContent = text.nodeValue;
    parentElement.insertBefore(outer, text);
    parentElement.removeChild(text);
  };
  const replaceAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) replace(text);
  };
  replaceAll();
  new MutationObserver(replaceAll).observe(document.body, { childList: true, subtree: true });
}

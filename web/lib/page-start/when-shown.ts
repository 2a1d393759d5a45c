/**
 * Resolves once the page is visible. Browsers also prerender pages, such as an address that is
 * being typed, which may never be shown: anything that changes data must wait for this.
 */
export async function whenShown(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  await new Promise((resolve) =>
    document.addEventListener("prerenderingchange", resolve, { once: true }),
  );
}

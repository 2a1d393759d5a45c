/**
 * Resolves once somebody sees this page. Browsers also open pages ahead, such as the address that is
 * being typed, which may never be shown: what changes something must wait for it.
 */
export async function whenShown(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  await new Promise((resolve) =>
    document.addEventListener("prerenderingchange", resolve, { once: true }),
  );
}

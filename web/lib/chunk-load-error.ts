const LOST = "The page's code did not arrive.";

/**
 * Code that does not arrive makes the router load the whole page anew. Without a line that would
 * leave nothing on the screen, so the error gets a name that the router does not know.
 */
export function stayWithoutLine(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (!navigator.onLine) payload.message = LOST;
  });
}

export const isLostCode = (error: unknown): boolean =>
  error instanceof Error && error.message === LOST;

/** Loads the page anew, unless nobody would answer: then it stays, and this answers false. */
export async function loadAnew(): Promise<boolean> {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  if (answer) location.reload();
  return answer !== null;
}

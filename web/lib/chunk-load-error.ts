const CHUNK_LOAD_ERROR = "The page's code did not arrive.";

/**
 * The router reloads the page when a chunk of code does not arrive. Offline that would leave an
 * empty screen, so the error gets a message that the router does not recognize.
 */
export function keepPageWhileOffline(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (!navigator.onLine) payload.message = CHUNK_LOAD_ERROR;
  });
}

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.message === CHUNK_LOAD_ERROR;

/** Reloads the page if the server answers; otherwise leaves it and resolves to false. */
export async function reloadIfOnline(): Promise<boolean> {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  if (answer) location.reload();
  return answer !== null;
}

import { ApiProblem, networkProblem } from "#web/lib/api/api-problem.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { onSessionChange } from "#web/lib/session.ts";

const CHUNK_LOAD_ERROR = "The page's code did not arrive: ";
/** The file or page whose loss last caused a reload, so that it does not cause another. */
const RELOADED_FOR = "reloaded-for";
/** Long enough to read the message. */
const RELOAD_AFTER_MS = 2500;

/**
 * The router reloads the page when a chunk of code does not arrive. Without a connection that would
 * leave an empty screen, so the error gets a message that the router does not recognize.
 */
export function keepPageWithoutCode(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = CHUNK_LOAD_ERROR + payload.message;
  });
}

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(CHUNK_LOAD_ERROR);

/** Each returns whether the page holds something that a reload would lose. */
export const unsaved = new Set([
  () =>
    [...document.querySelectorAll<HTMLInputElement>("input[autocomplete$=password]")].some(
      ({ value }) => value !== "",
    ),
]);

const CARRIED = "carried:";
const carried = new Map<string, () => unknown>();

/**
 * Returns what was saved under this name when the page was reloaded for a new release. `current`
 * returns what the next reload saves; it must fit into JSON.
 */
export function carryOverReload<T>(name: string, current: () => T | undefined): T | undefined {
  const key = CARRIED + name;
  carried.set(key, current);
  const left = tabStorage.get(key);
  tabStorage.remove(key);
  return left === null ? undefined : JSON.parse(left);
}

onSessionChange((change) => {
  if (change !== "ended") return;
  for (const key of tabStorage.keys()) if (key.startsWith(CARRIED)) tabStorage.remove(key);
});

function reload(): void {
  for (const [key, current] of carried) {
    const value = current();
    if (value !== undefined) tabStorage.set(key, JSON.stringify(value));
  }
  location.reload();
}

/**
 * Asks the server why code did not arrive. If a new release has replaced it, the page reloads by
 * itself, unless something would be lost: then the message asks for a reload.
 */
export async function explainLostCode(error: unknown): Promise<ApiProblem> {
  // Safari does not say which file it was.
  const file = /https?:\S+/.exec(String(error))?.[0];
  const asked = file ?? location.href;
  const answer = await fetch(asked, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer || !isGone(answer, file)) return networkProblem(error);
  const reloads = tabStorage.get(RELOADED_FOR) !== asked && ![...unsaved].some((holds) => holds());
  if (reloads) {
    tabStorage.set(RELOADED_FOR, asked);
    setTimeout(reload, RELOAD_AFTER_MS);
  }
  return new ApiProblem({
    code: "network",
    title: "Site Yenilendi",
    message: reloads
      ? "Sayfa yeni sürümüyle yeniden yükleniyor; yazdıklarınız korunur."
      : "Devam etmek için sayfayı yeniden yükleyin.",
    status: answer.status,
  });
}

/** Some proxies answer the request for a missing file with a page. */
function isGone({ ok, status, headers }: Response, file: string | undefined): boolean {
  if (!file) return ok;
  const isCode = /javascript|css/.test(headers.get("content-type") ?? "");
  return status === 404 || status === 410 || (ok && !isCode);
}

/**
 * Reloads the page if the server answers; otherwise keeps it and resolves to false, because a
 * proxy's error page would replace what is on screen.
 */
export async function reloadIfOnline(): Promise<boolean> {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  const isBack = answer !== null && answer.status < 500;
  if (isBack) reload();
  return isBack;
}

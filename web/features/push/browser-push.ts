/** Whether messages can be pushed to this browser, and what the person can do about it. */
export type PushState =
  | "possible"
  /** The person, or the browser by itself, has forbidden notifications of this site. */
  | "blocked"
  /** Browsers on iPhone and iPad push messages only to a site on the home screen. */
  | "not installed"
  | "impossible";

export function pushState(): PushState {
  if ("PushManager" in window && "Notification" in window && "serviceWorker" in navigator)
    return Notification.permission === "denied" ? "blocked" : "possible";
  return "standalone" in navigator ? "not installed" : "impossible";
}

/**
 * Asks for permission and subscribes this browser; call it on a press, before anything else is
 * awaited. Returns null if the person does not permit it. Throws where the browser cannot reach its
 * push service.
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return (await pushManager.subscribe(options)).toJSON();
  } catch (error) {
    // Subscribed with the key that the site had before.
    const former = await pushManager.getSubscription();
    if (!(await former?.unsubscribe())) throw error;
    return (await pushManager.subscribe(options)).toJSON();
  }
}

export async function unsubscribeBrowser(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

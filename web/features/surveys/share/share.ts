import { toast } from "#web/ui/overlay/toast.ts";

/** Opens the device's share dialog; false where there is none or it fails. */
export async function shareLink(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the share dialog is no failure.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Copies a link and confirms it by a toast; false where the browser forbids it. */
export const copyLink = (url: string): Promise<boolean> =>
  copyText(url, "Bağlantı Kopyalandı", "Dilediğiniz yere yapıştırabilirsiniz.");

/** The same of any text, confirmed with these words. */
export async function copyText(text: string, title: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(title, what);
    return true;
  } catch {
    return false;
  }
}

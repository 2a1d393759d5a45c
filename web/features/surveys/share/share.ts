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
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Bağlantı Kopyalandı", "Dilediğiniz yere yapıştırabilirsiniz.");
    return true;
  } catch {
    return false;
  }
}

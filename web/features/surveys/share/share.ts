import { toast } from "#web/ui/overlay/toast.ts";

/** Hands a link to the phone's own sharing; false where there is none. */
export async function offerLink(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the phone's sharing is no failure.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Copies a link and says so; false where the browser does not let it. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Bağlantı Kopyalandı", "Dilediğiniz yere yapıştırabilirsiniz.");
    return true;
  } catch {
    return false;
  }
}

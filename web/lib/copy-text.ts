import { toast } from "#web/ui/overlay/toast.ts";

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

import { toast } from "#web/ui/overlay/toast.ts";

/** Copies a link and confirms it with a toast; false if the browser forbids it. */
export const copyLink = (url: string): Promise<boolean> =>
  copyText(url, "Bağlantı Kopyalandı", "Dilediğiniz yere yapıştırabilirsiniz.");

/** Copies any text; `title` and `what` are the toast's title and message. */
export async function copyText(text: string, title: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(title, what);
    return true;
  } catch {
    return false;
  }
}

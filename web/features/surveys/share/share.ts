/** Opens the device's share dialog; false if there is none or it fails. */
export async function shareLink(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the share dialog is not a failure.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** Opens the browser's dialog that installs the site; only Chromium has one. */
    installPrompt?: InstallPrompt;
  }
}

/**
 * Keeps the browser's own offer to install the site, which may come before the page's code, from
 * being shown before ours (R546).
 */
export const INSTALL_SCRIPT = `;addEventListener("beforeinstallprompt",function(e){e.preventDefault();window.installPrompt=e})`;

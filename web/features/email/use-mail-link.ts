import { useEffect, useState } from "react";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { withoutSentence } from "#web/lib/secret-in-link.ts";

/**
 * The secret after "#" in the link that opened this page: "" if there is none, null until it is
 * known. It is removed from the address, so that nobody reads it over a shoulder or in the history,
 * and kept for a reload of this tab.
 */
export function useMailLink(page: string): { token: string | null; forget: () => void } {
  const [token, setToken] = useState<string | null>(null);
  const key = `mail-link:${page}`;
  useEffect(() => {
    const read = () => {
      const named = withoutSentence(location.hash.slice(1));
      if (location.hash) {
        tabStorage.set(key, named);
        history.replaceState(history.state, "", location.pathname);
      }
      setToken(named || (tabStorage.get(key) ?? ""));
    };
    read();
    // Another link may be opened in the same tab.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [key]);
  return { token, forget: () => tabStorage.remove(key) };
}

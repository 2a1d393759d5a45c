import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Does on a client-side navigation what browsers do on a page load: makes screen readers read the
 * title and focuses the content or, after going back, the link that led away.
 */
export function PageAnnouncer({ content }: { content: string }) {
  const router = useRouter();
  const [title, setTitle] = useState("");

  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setTitle(document.title);
        const main = document.getElementById(content);
        const focused = document.activeElement;
        const isFocusSet = focused !== main && main?.contains(focused);
        // The page may have set the focus itself, as an address with a hash does.
        if (!main || isFocusSet || toLocation.hash) return;
        const isBack = toLocation.state.__TSR_index < fromLocation.state.__TSR_index;
        const linkAway = isBack && [...main.querySelectorAll("a")].find(leadsTo(fromLocation));
        // Without scrolling: the router has restored the position.
        (linkAway || main).focus({ preventScroll: true });
      }),
    [router, content],
  );

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

const leadsTo =
  ({ pathname }: { pathname: string }) =>
  (link: HTMLAnchorElement) =>
    link.pathname === pathname;

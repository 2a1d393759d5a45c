import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Does on a change of page what browsers do on loading one: reads out its title, and lets the Tab
 * key go on from its content, or, after going back, from the link that had led away.
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
        const isPlaced = focused !== main && main?.contains(focused);
        // A page may have placed the focus itself, as an address with a hash does.
        if (!main || isPlaced || toLocation.hash) return;
        const isBack = toLocation.state.__TSR_index < fromLocation.state.__TSR_index;
        const wayBack = isBack && [...main.querySelectorAll("a")].find(leadsTo(fromLocation));
        // Not scrolled: the router has just done that.
        (wayBack || main).focus({ preventScroll: true });
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

import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Draft, openSection, type Section } from "./draft.ts";
import { missingFields } from "./draft-checks.ts";
import { changeDraft, dismissPublished, type Wizard } from "./wizard-store.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The sections of the wizard that Back leads through; the last one is this entry's. */
    trail?: readonly Section[];
  }
}

/**
 * Gives each section an entry in the browser's history, so that Back and Forward lead from section
 * to section. "Geri" and the rail go back to the entry that is there instead of adding one.
 */
export function useSectionHistory({ draft, publication }: Wizard): void {
  const router = useRouter();
  const { history } = router;
  const trail = useSyncExternalStore(history.subscribe, () => history.location.state.trail);
  const { section } = draft;
  const agreed = useRef<Section>(undefined);

  useEffect(() => {
    const asked = trail?.at(-1);
    const record = (sections: readonly Section[], replace: boolean) =>
      router.navigate({ to: ".", state: { trail: sections }, replace, resetScroll: false });

    if (asked === section) agreed.current = section;
    else if (!trail || asked === undefined) {
      // A link to this page begins a new draft; the one to its content, with a hash, does not.
      if (!history.location.hash) dismissPublished();
      void record([section], true);
    } else if (section === (agreed.current ?? section)) {
      // The browser went to another entry.
      const mayOpen = publication.state === "idle" && isReached(draft, asked);
      if (mayOpen) changeDraft((now) => openSection(now, asked));
      else void record([...trail.slice(0, -1), section], true);
    } else if (section > asked) void record([...trail, section], false);
    else if (trail.includes(section)) history.go(trail.indexOf(section) - trail.length + 1);
    else void record([...trail.slice(0, -1), section], true);
  }, [trail, section, draft, publication, router, history]);
}

const isReached = (draft: Draft, section: Section): boolean =>
  section <= draft.reached && (section < 2 || missingFields(draft).length === 0);

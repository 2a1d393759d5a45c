import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Draft, openSection, type Section } from "./draft/draft.ts";
import { missingFields } from "./draft/draft-checks.ts";
import { changeDraft, dismissPublished, type Wizard } from "./wizard-store.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The wizard's sections from the first history entry to this one. */
    trail?: readonly Section[];
  }
}

/**
 * Gives each section an entry in the browser's history, so that Back and Forward move between
 * sections. "Geri" and the stepper return to an existing entry instead of adding one.
 */
export function useSectionHistory({ draft, publication }: Wizard): void {
  const router = useRouter();
  const { history } = router;
  const trail = useSyncExternalStore(history.subscribe, () => history.location.state.trail);
  const { section } = draft;
  const lastSynced = useRef<Section>(undefined);

  useEffect(() => {
    const entrySection = trail?.at(-1);
    const navigate = (sections: readonly Section[], replace: boolean) =>
      router.navigate({ to: ".", state: { trail: sections }, replace, resetScroll: false });

    if (entrySection === section) lastSynced.current = section;
    else if (!trail || entrySection === undefined) {
      // A link to this page starts a new survey, but not the skip link, which has a hash.
      if (!history.location.hash) dismissPublished();
      void navigate([section], true);
    } else if (section === (lastSynced.current ?? section)) {
      // The history entry changed, by Back or Forward.
      const canOpen = publication.state === "idle" && isReached(draft, entrySection);
      if (canOpen) changeDraft((current) => openSection(current, entrySection));
      else void navigate([...trail.slice(0, -1), section], true);
    } else if (section > entrySection) void navigate([...trail, section], false);
    else if (trail.includes(section)) history.go(trail.indexOf(section) - trail.length + 1);
    else void navigate([...trail.slice(0, -1), section], true);
  }, [trail, section, draft, publication, router, history]);
}

const isReached = (draft: Draft, section: Section): boolean =>
  section <= draft.reached && (section < 2 || missingFields(draft).length === 0);

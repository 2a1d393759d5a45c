import { lazyComponent } from "#web/ui/lazy-component.tsx";
import type { WaitingProps } from "./verify-to-vote-note.tsx";

/** Asks the voter to verify their address; the vote is then cast automatically (R255). */
export const VerifyToVote = lazyComponent<WaitingProps>("Yükleniyor", async () => {
  const { VerifyToVoteNote } = await import("./verify-to-vote-note.tsx");
  return VerifyToVoteNote;
});

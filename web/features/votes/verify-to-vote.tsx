import { lazyComponent } from "#web/ui/lazy-component.tsx";

/** Asks to verify one's address, after which the vote is cast by itself (R255). */
export const VerifyToVote = lazyComponent<{ onVerified: () => void }>("Yükleniyor", async () => {
  const { VerifyToVoteNote } = await import("./verify-to-vote-note.tsx");
  return VerifyToVoteNote;
});

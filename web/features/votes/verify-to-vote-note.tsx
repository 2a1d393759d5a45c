import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { emailQuery, useVerifiedElsewhere } from "#web/features/email/email.api.ts";
import { ResendLink } from "#web/features/email/resend-link.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { readWaitingVote, saveWaitingVote } from "./waiting-vote.ts";
import { lockOf } from "./waiting-vote-tabs.ts";

/** Another device may verify the address, without this tab being notified. */
const ASK_EVERY_MS = 4000;

export interface WaitingProps {
  surveyId: number;
  /** The waiting vote is that of the account signed in here. */
  onOwn: () => void;
  /** It is somebody else's, or has been cast or dropped in another tab. */
  onForeign: () => void;
  /** Called once its owner's address is verified. */
  onVerified: () => void;
}

export function VerifyToVoteNote(props: WaitingProps) {
  return useIsOwn(props) && <OwnNote {...props} />;
}

/** Whether the vote waits for this account; one that waits for none yet is taken for its own. */
function useIsOwn({ surveyId, onOwn, onForeign }: WaitingProps): boolean {
  const account = useQuery(accountQuery).data?.item.id;
  const [isOwn, setOwn] = useState(false);
  const recognize = useEffectEvent((account: number) => {
    const waiting = readWaitingVote(surveyId);
    if (waiting?.account === null) saveWaitingVote(surveyId, waiting.choice, account);
    else if (waiting?.account !== account) return onForeign();
    setOwn(true);
    onOwn();
  });
  useEffect(() => {
    if (account !== undefined) recognize(account);
  }, [account]);
  return isOwn;
}

/** Holds the lock by which other tabs know that this one casts the vote. */
function useLock(surveyId: number): void {
  useEffect(() => {
    const closed = new AbortController();
    const { signal } = closed;
    const untilClosed = () =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    navigator.locks
      ?.request(lockOf(surveyId), { mode: "shared", signal }, untilClosed)
      .catch(() => undefined);
    return () => closed.abort();
  }, [surveyId]);
}

function OwnNote({ surveyId, onVerified }: WaitingProps) {
  useVerifiedElsewhere();
  useLock(surveyId);
  const { data } = useQuery({
    ...emailQuery,
    refetchOnMount: "always",
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
  });
  const ref = useRef<HTMLElement>(null);
  const isVerified = data?.item.verified === true;
  const cast = useEffectEvent(onVerified);
  useEffect(() => {
    if (isVerified) cast();
  }, [isVerified]);
  const email = data?.item.pending ?? data?.item.email ?? "";
  // Scrolls once the address is known, because it may take a line of its own.
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isKnown]);
  return (
    <section
      ref={ref}
      aria-label="E-posta doğrulama"
      className="mt-3 grid scroll-mb-4 gap-3 rounded border border-turkuaz bg-turkuaz-soft p-4"
    >
      <div role="status" className="grid gap-1">
        <p className="font-extrabold">E-postanızı doğrulayın, oyunuz sayılsın</p>
        <p className="text-pretty">
          Seçiminizi sakladık. <span className="wrap-anywhere">{email}</span> adresine gönderdiğimiz
          bağlantıyı açın; doğruladığınız anda oyunuz burada kendiliğinden verilecek.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResendLink email={email} />
        <TextLink to="/account" hash="e-posta" className="flex min-h-11 items-center">
          Adresim yanlış
        </TextLink>
      </div>
    </section>
  );
}

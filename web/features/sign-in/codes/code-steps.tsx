import { type ReactNode, useState } from "react";
import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { AddressStep } from "./address-step.tsx";
import {
  type CodeAttempt,
  forgetCodeAttempt,
  isSameVote,
  savedCodeAttempt,
} from "./code-attempt.ts";
import { CodeStep } from "./code-step.tsx";
import type { CodeUsed } from "./codes.api.ts";

interface Props {
  /** The vote that the code casts; without one it only signs in. */
  vote?: WaitingVote | undefined;
  /** Filled in already. */
  email?: string | undefined;
  /** Whether the session lasts for days. */
  remember: boolean;
  /** The session is the caller's to start. */
  onUsed: (used: CodeUsed) => void;
  /** Other ways, beneath the address. */
  children?: ReactNode;
}

/** E-mail, then the code that was sent there; shows the code again after a reload (R501). */
export function CodeSteps({ vote, email, remember, onUsed, children }: Props) {
  const [attempt, setAttempt] = useState<CodeAttempt | undefined>(() => {
    const saved = savedCodeAttempt();
    return saved && isSameVote(saved.vote, vote) ? saved : undefined;
  });
  const [typed, setTyped] = useState(email ?? savedCodeAttempt()?.email);
  if (attempt) {
    return (
      <CodeStep
        attempt={attempt}
        remember={remember}
        onUsed={(used) => {
          forgetCodeAttempt();
          onUsed(used);
        }}
        onSentAgain={setAttempt}
        onWrongAddress={() => {
          forgetCodeAttempt();
          setTyped(attempt.email);
          setAttempt(undefined);
        }}
      />
    );
  }
  return (
    <>
      <AddressStep vote={vote} email={typed} onSent={setAttempt} />
      {children}
    </>
  );
}

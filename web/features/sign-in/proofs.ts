import { useEffect, useRef, useState } from "react";
import type { Challenge, ChallengePurpose } from "#contract/endpoints/challenge.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";

/** How often a call is sent, with costlier proofs while others at the same IP address are busy. */
const TRIES = 3;
/** Shorter waits are not shown. */
const TOLD_AFTER_MS = 300;

type Call<T> = (proof: string | undefined) => Promise<T>;

export interface Proofs {
  /** Whether a submitted form is waiting for its proof. */
  isProving: boolean;
  /** Sends a call with its proof of work; if that is not enough, computes another and retries. */
  send<T>(call: Call<T>, email?: string): Promise<T>;
}

/** Proofs of work for a form; the first one is computed `ahead`, while the form is filled in. */
export function useProofs(purpose: ChallengePurpose, { ahead }: { ahead: boolean }): Proofs {
  const next = useRef<Promise<string | undefined>>(undefined);
  const closing = useRef(new AbortController());
  const [isProving, setIsProving] = useState(false);

  useEffect(() => {
    const closed = new AbortController();
    closing.current = closed;
    if (ahead) next.current = prove(purpose, closed.signal);
    return () => closed.abort();
  }, [purpose, ahead]);

  async function told<T>(proof: Promise<T>): Promise<T> {
    const timer = setTimeout(() => setIsProving(true), TOLD_AFTER_MS);
    try {
      return await proof;
    } finally {
      clearTimeout(timer);
      setIsProving(false);
    }
  }

  async function send<T>(call: Call<T>, email?: string): Promise<T> {
    const { signal } = closing.current;
    const first = next.current;
    next.current = undefined;
    let proof = first && (await told(first));
    for (let sent = 1; ; sent++) {
      try {
        return await call(proof);
      } catch (error) {
        const isAsked = error instanceof ApiProblem && error.code === "challenge_required";
        if (!isAsked || sent === TRIES) {
          // The proof that was sent may be used up.
          if (ahead && !signal.aborted) next.current = prove(purpose, signal);
          throw error;
        }
        // Not aborted when the form is closed: its submission continues.
        proof = await told(prove(purpose, new AbortController().signal, email));
        if (proof === undefined) throw error;
      }
    }
  }
  return { isProving, send };
}

/** Sends a call that needs a proof of work, for people who rarely need one. */
export async function sendProven<T>(
  purpose: ChallengePurpose,
  call: Call<T>,
  email: string,
): Promise<T> {
  return call(await prove(purpose, new AbortController().signal, email));
}

/** Undefined if no proof is required or none can be computed: then the server decides. */
async function prove(
  purpose: ChallengePurpose,
  signal: AbortSignal,
  email?: string,
): Promise<string | undefined> {
  try {
    const body = { for: purpose, ...(email && { email }) };
    const { item } = await callApi("POST /api/auth/challenge", { body, signal });
    return item ? await solveApart(item, signal) : undefined;
  } catch {
    return undefined;
  }
}

/** Solves in a worker; without workers, in slices between which the page remains responsive. */
async function solveApart(challenge: Challenge, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  try {
    return await new Promise<string>((resolve, reject) => {
      const worker = new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" });
      const end = (settle: () => void) => () => {
        worker.terminate();
        settle();
      };
      worker.onmessage = ({ data }) => end(() => resolve(data))();
      worker.onerror = end(() => reject(new Error("The worker failed.")));
      signal.addEventListener(
        "abort",
        end(() => reject(signal.reason)),
      );
      worker.postMessage(challenge);
    });
  } catch {
    signal.throwIfAborted();
    const { solve } = await import("./proof-solver.ts");
    return solve(challenge);
  }
}

import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { GivenUp } from "#web/lib/given-up.ts";
import { createStore } from "#web/lib/store.ts";

/** Where to go on after a sign-in at a provider, which leaves the page. */
export interface WayBack {
  /** The fragment of the account page that shows the place. */
  hash: string;
  /** The act for `takeResumed`, which begins with the account's nickname. */
  act: string;
}

interface ProofRequest extends WayBack {
  onProved: () => void;
  onGivenUp: () => void;
}

/** What `ProofDialog` asks a proof for; null while it is closed. */
export const proofRequest = createStore<ProofRequest | null>(null);

/**
 * Runs a call that changes how an account is signed in to or hands out its data. Where the server
 * asks for a proof, the dialog asks for it, and the call runs again. Throws `GivenUp` when the
 * dialog is closed.
 */
export async function withProof<T>(run: () => Promise<T>, back: WayBack): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isProofMissing(error)) throw error;
  }
  await new Promise<void>((onProved, refuse) => {
    proofRequest.set({ ...back, onProved, onGivenUp: () => refuse(new GivenUp()) });
  }).finally(() => proofRequest.set(null));
  return run();
}

const isProofMissing = (error: unknown): boolean =>
  error instanceof ApiProblem && ["proof_required", "sign_in_again"].includes(error.code);

import { withProof } from "./with-proof.ts";

/** Runs an act of staff with a fresh proof; after a sign-in at a provider it has to be done again. */
export const withStaffProof = <T>(run: () => Promise<T>): Promise<T> =>
  withProof(run, { hash: "#guvenlik", act: "" });

export interface ProofProps {
  /** The survey's id. */
  id: number;
  invitationCode: string | undefined;
}

export interface ProofProps {
  /** Of the survey. */
  id: number;
  invitationCode: string | undefined;
}

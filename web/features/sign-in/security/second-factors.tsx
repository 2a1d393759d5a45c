import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Factors } from "#contract/endpoints/second-factors.ts";
import { type WayBack, withProof } from "#web/features/sign-in/proof/with-proof.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConfirmIdentity } from "./confirm-identity.tsx";
import { FactorOverview } from "./factor-overview.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { factorsQuery } from "./security.api.ts";
import { TotpSetup } from "./totp-setup.tsx";
import type { View } from "./view.ts";

/** Codes, passkeys and recovery codes; each change requires proof of identity (R260). */
export function SecondFactors({ nickname }: { nickname: string }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [view, setView] = useState<View>();
  const show = (next: View | undefined) => {
    setView(next);
    void queryClient.invalidateQueries(factorsQuery);
  };
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-72" />;
  const back = { hash: "#guvenlik", act: `${nickname} factors` };
  return <Step view={view} factors={data.item} show={show} back={back} />;
}

function Step({
  view,
  factors,
  show,
  back,
}: {
  view: View | undefined;
  factors: Factors;
  back: WayBack;
  show: (next: View | undefined) => void;
}) {
  if (!view) return <FactorOverview factors={factors} show={show} />;
  if (view.step === "confirm") {
    return (
      <ConfirmIdentity
        why={view.why}
        factors={factors}
        onConfirmed={async (proof) => show(await withProof(() => view.run(proof), back))}
        onGiveUp={() => show(undefined)}
      />
    );
  }
  if (view.step === "totp") return <TotpSetup {...view} onDone={show} />;
  return <RecoveryCodes codes={view.codes} onDone={() => show(undefined)} />;
}

import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { proofRequest } from "./with-proof.ts";

const ProofForm = lazyComponent("Form yükleniyor", async () => {
  const { ProofForm } = await import("#web/features/sign-in/proof/proof-form.tsx");
  return ProofForm;
});

/** Asks for the proof that a call needs, above whatever asked for it (R420). */
export function ProofDialog() {
  const request = useStore(proofRequest);
  return (
    <Dialog
      open={request !== null}
      onClose={() => request?.onGivenUp()}
      title="Kimliğinizi doğrulayın"
    >
      {request && <ProofForm {...request} />}
    </Dialog>
  );
}

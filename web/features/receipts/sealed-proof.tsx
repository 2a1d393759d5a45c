import Download from "lucide-react/icons/download";
import { type ReactNode, useState } from "react";
import type { Signed } from "#contract/proof/sealed-results.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { OwnReceipt } from "./own-receipt.tsx";
import { Part } from "./part.tsx";
import type { ProofProps } from "./proof-props.ts";
import { ReceiptSearch } from "./receipt-search.tsx";
import { fetchBundle, signingKeyUrl } from "./receipts.api.ts";
import { SealChecks } from "./seal-checks.tsx";
import { SignedResults } from "./signed-results.tsx";
import { TreeHeadsFile } from "./tree-heads-file.tsx";
import { Unproven } from "./unproven.tsx";

/** A sealed survey: whether it is as signed, where the voter's receipt is, and what was signed. */
export function SealedProof({
  signed,
  differs,
  ...props
}: ProofProps & { signed: Signed; differs: boolean }) {
  return (
    <div className="grid gap-10">
      <SealChecks {...props} signed={signed} differs={differs} />
      <OwnReceipt {...props} isKept={false} />
      <Part title="Makbuzum listede mi?">
        <ReceiptSearch {...props} document={signed.document} />
      </Part>
      <Part title="İmzalanan sonuç">
        <SignedResults document={signed.document} />
      </Part>
      <Part title="Kanıt dosyası">
        <BundleFile {...props} keyId={signed.public_key.kid} />
      </Part>
      <Part title="Saatlik sayımlar">
        <TreeHeadsFile {...props} />
      </Part>
      <Part title="Kanıtlamadığı">
        <Unproven />
      </Part>
    </div>
  );
}

function BundleFile({ id, invitationCode, keyId }: ProofProps & { keyId: string }) {
  const [isBusy, setBusy] = useState(false);
  const name = `sonuc-kaniti-${id}.json`;
  const save = async () => {
    setBusy(true);
    try {
      // Browsers keep large blobs on disk.
      const { body } = await fetchBundle(id, invitationCode);
      const headers = { "content-type": "application/json" };
      saveFile(await new Response(body, { headers }).blob(), name);
    } catch (problem) {
      toastProblem(problem);
    }
    setBusy(false);
  };
  return (
    <>
      <p className="text-muted text-pretty">
        İmzalanan belge, imza, anahtar ve bütün makbuzlar tek dosyada. Bu siteye ihtiyaç duymadan,
        site kapansa bile denetlenebilir: kaynak kodunda <Code>npm run verify --</Code>{" "}
        <Code>{name}</Code> <Code>--pin</Code> komutuyla ya da belgelerinde anlatıldığı gibi başka
        bir programla. Komuta, anket bitmeden önce not ettiğiniz anahtar adını verin; bu belgeyi
        imzalayan anahtarın adı:{" "}
        <span translate="no" className="font-semibold wrap-anywhere text-ink">
          {keyId}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={save} busy={isBusy}>
          {!isBusy && <Download className="size-5" aria-hidden="true" />}
          Kanıtı İndir
        </Button>
        <a
          href={signingKeyUrl()}
          className="flex min-h-11 items-center font-semibold text-turkuaz underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Sitenin imza anahtarı
        </a>
      </div>
    </>
  );
}

const Code = ({ children }: { children: ReactNode }) => (
  <code
    translate="no"
    className="rounded bg-sunken px-1.5 py-0.5 text-sm whitespace-nowrap text-ink"
  >
    {children}
  </code>
);

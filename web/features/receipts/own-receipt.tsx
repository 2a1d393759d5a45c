import { useQuery } from "@tanstack/react-query";
import ClipboardCopy from "lucide-react/icons/clipboard-copy";
import Download from "lucide-react/icons/download";
import { useId } from "react";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { ProofProps } from "./proof-props.ts";
import { ownReceiptQuery } from "./receipts.api.ts";

/** The voter's receipt; `isKept` asks to keep it while there is no list yet in which to find it. */
export function OwnReceipt({ id, invitationCode, isKept }: ProofProps & { isKept: boolean }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-xl font-extrabold">
        Oy makbuzum
      </h2>
      <Receipt id={id} invitationCode={invitationCode} />
      <p className="text-muted text-pretty">
        Makbuz, oyunuzun kaydedildiğini gösterir; neye oy verdiğinizi göstermez.{" "}
        {isKept &&
          "İmzalı makbuzu indirip saklayın: oyunuz sonradan çıkarılırsa bunu onunla kanıtlayabilirsiniz."}
      </p>
    </section>
  );
}

function Receipt({ id, invitationCode }: ProofProps) {
  const login = useLoginState();
  const { data, error, refetch } = useQuery({
    ...ownReceiptQuery(id, invitationCode),
    enabled: login === "in",
  });
  if (login === "out") {
    return (
      <p className="text-pretty">
        Oy verdiyseniz{" "}
        <TextLink to="/login" search={{ next: `/surveys/${id}/proof` }}>
          giriş yapınca
        </TextLink>{" "}
        makbuzunuz burada görünür.
      </p>
    );
  }
  if (data === null) return <p>Bu ankette oyunuz yok.</p>;
  if (data) return <ReceiptCode {...data} id={id} />;
  if (error instanceof ApiProblem && error.code === "receipt_lost") return <p>{error.message}</p>;
  return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeleton className="h-14" />;
}

type ReceiptCodeProps = Answer<"GET /api/auth/surveys/{id}/receipt">["item"] & { id: number };

function ReceiptCode({ receipt, signed, id }: ReceiptCodeProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(receipt);
      toast.success("Makbuz Kopyalandı", "Güvendiğiniz bir yere yapıştırıp saklayabilirsiniz.");
    } catch {
      toast.info("Makbuz Kopyalanamadı", "Makbuzu seçip elle kopyalayabilirsiniz.");
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface p-4">
      <p
        translate="no"
        className="grow text-xl font-semibold wrap-anywhere tabular-nums select-all sm:text-2xl"
      >
        {receipt}
      </p>
      <Button onClick={copy}>
        <ClipboardCopy className="size-5" aria-hidden="true" />
        Kopyala
      </Button>
      {signed && (
        <Button
          onClick={() =>
            saveFile(
              new Blob([JSON.stringify(signed)], { type: "application/json" }),
              `oy-makbuzu-${id}.json`,
            )
          }
        >
          <Download className="size-5" aria-hidden="true" />
          İmzalı Makbuzu İndir
        </Button>
      )}
    </div>
  );
}

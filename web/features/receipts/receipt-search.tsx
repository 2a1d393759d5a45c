import { useMutation, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { type FormEvent, useState } from "react";
import { readReceipt } from "#contract/proof/receipt-codes.ts";
import type { SealedResults } from "#contract/proof/sealed-results.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { checkAll, checkSigned, isProven } from "./browser-checks.ts";
import type { ProofProps } from "./proof-props.ts";
import { bundleQuery, findReceipt, ownReceiptQuery, signingKeysQuery } from "./receipts.api.ts";
import { readSignedReceipt, SignedReceiptFile } from "./signed-receipt-file.tsx";

/** Says whether a receipt is among those that were signed. */
export function ReceiptSearch({
  id,
  invitationCode,
  document,
}: ProofProps & { document: SealedResults }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const search = useMutation({
    mutationFn: async ({ receipt, isSigned = false }: { receipt: string; isSigned?: boolean }) => {
      // Searches loaded receipts here, so that the server does not learn which one is meant.
      const bundle = queryClient.getQueryData(bundleQuery(id).queryKey);
      if (bundle && (await checkAll(document, bundle)).length === 0) {
        const at = bundle.receipts.indexOf(receipt);
        return { receipt, isSigned, place: at < 0 ? null : at + 1 };
      }
      const found = await findReceipt(id, receipt, invitationCode);
      const isHere = found !== null && isProven(document, receipt, found);
      return { receipt, isSigned, place: isHere ? found.index + 1 : null };
    },
    onError: (problem) => toastProblem(problem),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const own = queryClient.getQueryData(ownReceiptQuery(id).queryKey);
    const receipt = readReceipt(text) ?? (text.trim() === "" ? own?.receipt : null);
    setError(receipt ? undefined : wrongReceipt(text));
    if (receipt) search.mutate({ receipt });
    else search.reset();
  }

  const searchFile = async (file: File) => {
    const kept = await readSignedReceipt(file, id);
    setError("error" in kept ? kept.error : undefined);
    if ("error" in kept) return search.reset();
    setText(kept.receipt);
    try {
      const keys = await queryClient.fetchQuery(signingKeysQuery());
      const { findings, isChecked } = await checkSigned(kept.signed, keys);
      const isFinal = !kept.signed.document.vote_change;
      const isSigned = isChecked && findings.length === 0 && isFinal;
      search.mutate({ receipt: kept.receipt, isSigned });
    } catch (problem) {
      toastProblem(problem);
    }
  };

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Makbuz"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={error}
          hint="Boş bırakırsanız kendi makbuzunuz aranır."
          placeholder="0000-0000-0000-0000"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          className="min-w-56 max-w-md grow"
        />
        <Button
          type="submit"
          variant="info"
          busy={search.isPending}
          className="max-sm:w-full sm:mt-7.5"
        >
          Makbuzu Ara
        </Button>
      </form>
      <SignedReceiptFile onChoose={searchFile} />
      <div role="status">{search.data && <Found {...search.data} document={document} />}</div>
    </>
  );
}

const wrongReceipt = (text: string): string =>
  text.trim() === ""
    ? "Makbuzunuzu yazın."
    : "Bu bir makbuz değil: bir karakteri eksik ya da yanlış.";

interface FoundProps {
  receipt: string;
  /** From 1; null if the receipt is not among them. */
  place: number | null;
  /** Whether the site has signed it for a vote that its voter could not withdraw. */
  isSigned: boolean;
  document: SealedResults;
}

function Found({ receipt, place, isSigned, document }: FoundProps) {
  const { count, renewed_at } = document.receipts;
  const Icon = place ? CircleCheck : CircleX;
  return (
    <div className="flex items-start gap-3 rounded border border-line bg-surface p-4">
      <Icon
        className={`mt-0.5 size-6 shrink-0 ${place ? "text-success" : "text-danger"}`}
        aria-hidden="true"
      />
      <div className="grid gap-1">
        <p className="font-semibold text-pretty">
          <span translate="no">{receipt}</span>{" "}
          {place
            ? `listede: bir oy olarak sayılmış. ${formatNumber(count)} makbuz arasında ${formatNumber(place)}. sırada.`
            : "listede yok."}
        </p>
        {!place && isSigned && (
          <p className="text-muted text-pretty">
            Site bu makbuzu bir oy için imzalamış; mühürde ise o oy yok: oy sonradan çıkarılmış.
          </p>
        )}
        {!place && !isSigned && document.survey.vote_change && (
          <p className="text-muted text-pretty">
            Bu ankette oylar, anket bitene kadar geri çekilebiliyordu. Geri çekilen oyun makbuzu
            listede yer almaz.
          </p>
        )}
        {!place && document.private_part === "hidden" && (
          <p className="text-muted text-pretty">
            Anket özelken verilen 5’ten az oy açıklanmaz ve mühürde yer almaz. Oyunuzu o sırada
            verdiyseniz makbuzunuzun listede olmaması bundandır.
          </p>
        )}
        {!place && renewed_at && (
          <p className="text-muted text-pretty">
            Sitenin gizli anahtarı {formatDateTime(renewed_at)} tarihinde yenilendi; önceki
            makbuzlar bu listede değildir.
          </p>
        )}
      </div>
    </div>
  );
}

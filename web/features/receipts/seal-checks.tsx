import { useQueryClient } from "@tanstack/react-query";
import BadgeAlert from "lucide-react/icons/badge-alert";
import BadgeCheck from "lucide-react/icons/badge-check";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import CircleX from "lucide-react/icons/circle-x";
import { useState } from "react";
import type { Signed } from "#contract/proof/sealed-results.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { checkAll, checkSigned, checkWhileReading } from "./browser-checks.ts";
import type { ProofProps } from "./proof-props.ts";
import { bundleQuery, fetchBundle, receiptKeys, signingKeysQuery } from "./receipts.api.ts";

/** More receipts (about 400 kB) are loaded only on request, and not kept in memory. */
const CHECKED_AT_ONCE = 20_000;
const BYTES_EACH = 22;

type Outcome = "good" | "wrong" | "unknown" | "busy";

interface Check {
  name: string;
  outcome: Outcome;
  text: string;
}

/** Checks in the browser that a survey's results are as signed, and shows the findings. */
export function SealChecks({
  signed,
  differs,
  ...props
}: ProofProps & { signed: Signed; differs: boolean }) {
  const { receipts, sealed_at } = signed.document;
  const [isAskedFor, setAskedFor] = useState(receipts.count <= CHECKED_AT_ONCE);
  const signature = useSignatureCheck(props, signed);
  const all = useReceiptsCheck(props, signed, isAskedFor);
  const checks = [
    signatureCheck(signature.data),
    receiptsCheck(signed, all.data, isAskedFor),
    recordsCheck(differs),
  ];
  const error = signature.error ?? all.error;
  return (
    <section
      aria-label="Denetim"
      className="grid grid-cols-1 gap-5 rounded border border-line bg-surface p-4 sm:p-6"
    >
      <Verdict checks={checks} differs={differs} sealedAt={sealed_at} />
      <ul className="grid grid-cols-1 gap-3 border-t border-line pt-5">
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
      {!isAskedFor && (
        <Button className="justify-self-start" onClick={() => setAskedFor(true)}>
          Bütün Makbuzları Denetle (
          {formatNumber(Math.ceil((receipts.count * BYTES_EACH) / 1_000_000))} MB)
        </Button>
      )}
      {error && (
        <ProblemState
          error={error}
          onRetry={() =>
            Promise.all([signature, all].filter((one) => one.isError).map((one) => one.refetch()))
          }
        />
      )}
    </section>
  );
}

function useSignatureCheck({ id }: ProofProps, signed: Signed) {
  const keys = useBrowserQuery(signingKeysQuery());
  const check = useBrowserQuery({
    queryKey: receiptKeys.check(id, signed.signature),
    queryFn: () => checkSigned(signed, keys.data ?? []),
    enabled: keys.data !== undefined,
  });
  return keys.isError ? { ...keys, data: undefined } : check;
}

function useReceiptsCheck(
  { id, invitationCode }: ProofProps,
  { document }: Signed,
  enabled: boolean,
) {
  const queryClient = useQueryClient();
  return useBrowserQuery({
    queryKey: receiptKeys.check(id, "receipts"),
    queryFn: async ({ signal }) =>
      document.receipts.count > CHECKED_AT_ONCE
        ? checkWhileReading(document, await fetchBundle(id, invitationCode, signal))
        : checkAll(document, await queryClient.fetchQuery(bundleQuery(id, invitationCode))),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

function signatureCheck(data: ReturnType<typeof useSignatureCheck>["data"]): Check {
  const name = "İmza";
  if (!data) return { name, outcome: "busy", text: "Denetleniyor…" };
  if (data.findings.includes("wrong_signature")) {
    return { name, outcome: "wrong", text: "Bu belgenin değil: içinde bir şey değiştirilmiş." };
  }
  if (data.findings.length > 0) {
    return { name, outcome: "wrong", text: "Bu sitenin yayımladığı anahtarla atılmamış." };
  }
  return data.isChecked
    ? { name, outcome: "good", text: "Bu sitenin yayımladığı anahtarla atılmış, belgeye uyuyor." }
    : {
        name,
        outcome: "unknown",
        text: "Bu tarayıcı imzaları denetleyemiyor. Güncel bir tarayıcıda açın ya da kanıt dosyasını indirip komutla denetleyin.",
      };
}

function receiptsCheck(
  { document: { receipts } }: Signed,
  findings: readonly string[] | undefined,
  isAskedFor: boolean,
): Check {
  const name = "Makbuzlar";
  const count = formatNumber(receipts.count);
  if (!isAskedFor) return { name, outcome: "unknown", text: `${count} makbuz henüz denetlenmedi.` };
  if (!findings) return { name, outcome: "busy", text: "Denetleniyor…" };
  if (findings.includes("wrong_count")) {
    return { name, outcome: "wrong", text: "Oy sayısı kadar makbuz yok." };
  }
  return findings.length > 0
    ? { name, outcome: "wrong", text: "İmzalanan makbuzlarla aynı değil." }
    : {
        name,
        outcome: "good",
        text: `${count} oy için ${count} makbuz var; hepsi imzalandığı gibi.`,
      };
}

const recordsCheck = (differs: boolean): Check => ({
  name: "Kayıtlar",
  outcome: differs ? "wrong" : "good",
  text: differs
    ? "Site, şu anda kayıtlı oyların ya da metinlerin imzalananlardan farklı olduğunu bildiriyor. Geçerli olan, aşağıdaki imzalı sonuçtur."
    : "Site, kayıtlı oyların ve metinlerin imzalananlarla aynı olduğunu bildiriyor.",
});

const ICONS = {
  good: { Icon: CircleCheck, colour: "text-success" },
  wrong: { Icon: CircleX, colour: "text-danger" },
  unknown: { Icon: CircleHelp, colour: "text-muted" },
} as const;

function CheckLine({ check: { name, outcome, text } }: { check: Check }) {
  const { Icon, colour } = ICONS[outcome === "busy" ? "unknown" : outcome];
  return (
    <li className="flex items-start gap-3">
      {outcome === "busy" ? (
        <span className="mt-0.5 size-6 shrink-0 text-center text-muted">
          <Spinner />
        </span>
      ) : (
        <Icon className={cn("mt-0.5 size-6 shrink-0", colour)} aria-hidden="true" />
      )}
      <p className="text-pretty">
        <strong>{name}:</strong> {text}
      </p>
    </li>
  );
}

function Verdict({
  checks,
  differs,
  sealedAt,
}: {
  checks: Check[];
  differs: boolean;
  sealedAt: string;
}) {
  const has = (outcome: Outcome) => checks.some((check) => check.outcome === outcome);
  const isForged = checks.some(({ name, outcome }) => outcome === "wrong" && name !== "Kayıtlar");
  const isWrong = isForged || differs;
  const Icon = isWrong ? BadgeAlert : BadgeCheck;
  return (
    <div className="flex items-start gap-3">
      <Icon
        className={cn(
          "size-10 shrink-0",
          isWrong && "text-danger",
          !isWrong && (has("busy") ? "text-muted" : "text-success"),
        )}
        aria-hidden="true"
      />
      <div role="status" className="grid gap-1">
        <p className="text-xl font-extrabold text-balance">{titleOf(has, isForged, differs)}</p>
        <p className="text-muted">
          Mühür: <time dateTime={sealedAt}>{formatDateTime(sealedAt)}</time>
        </p>
      </div>
    </div>
  );
}

function titleOf(has: (outcome: Outcome) => boolean, isForged: boolean, differs: boolean): string {
  if (isForged) return "Kanıt geçersiz: sonuç değiştirilmiş";
  if (differs) return "Kayıtlar mühürden farklı";
  if (has("busy")) return "Kanıt denetleniyor";
  return has("unknown") ? "Denetlenen kısım mühürlendiği gibi" : "Sonuç mühürlendiği gibi";
}

import Download from "lucide-react/icons/download";
import { useState } from "react";
import { callApi } from "#web/lib/api/api-client.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import type { ProofProps } from "./proof-props.ts";

type Heads = Answer<"GET /api/auth/surveys/{id}/heads">["heads"];

/** Lets anybody keep the survey's signed hourly counts, as a witness. */
export function TreeHeadsFile({ id, invitationCode }: ProofProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const heads = await fetchHeads(id, invitationCode);
      const file = new Blob([JSON.stringify({ heads })], { type: "application/json" });
      saveFile(file, `sayimlar-${id}.json`);
    } catch (problem) {
      toastProblem(problem);
    }
    setBusy(false);
  };
  return (
    <>
      <p className="text-muted text-pretty">
        Oy gelen her saatin sonunda oy sayısı imzalanır; her sayım öncekine bağlanır. Anket sürerken
        indirip saklarsanız, sonradan azalan ya da değişen bir sayım bunlarla ortaya çıkar. Sonucu
        herkese açık olmayan anketlerde sayımlar, şıkların oylarını göstermez.
      </p>
      <Button onClick={save} busy={isBusy} className="justify-self-start">
        {!isBusy && <Download className="size-5" aria-hidden="true" />}
        İmzalı Sayımları İndir
      </Button>
    </>
  );
}

async function fetchHeads(id: number, invitationCode: string | undefined): Promise<Heads> {
  const all: Heads = [];
  for (;;) {
    const { heads } = await callApi("GET /api/auth/surveys/{id}/heads", {
      params: { id },
      query: { davet: invitationCode, from: (all.at(-1)?.document.number ?? 0) + 1 },
    });
    if (heads.length === 0) return all;
    all.push(...heads);
  }
}

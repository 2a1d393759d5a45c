import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { withProof } from "#web/features/sign-in/proof/with-proof.ts";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";

interface Props {
  nickname: string;
  /** The URL fragment that opens this form. */
  hash: string;
  onDone: () => void;
}

/** Downloads the account's data; what one voted for only after a second step says why not (R424). */
export function DownloadForm({ nickname, hash, onDone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const actOf = (choices: boolean) => `${nickname} download${choices ? " choices" : ""}`;
  const download = useMutation({
    mutationFn: (choices: boolean) =>
      withProof(() => downloadRecords(choices), { hash, act: actOf(choices) }),
    onSuccess: onDone,
    onError: (error) => toastProblem(error),
  });
  const resume = useEffectEvent(() => {
    for (const choices of [false, true]) if (takeResumed(actOf(choices))) download.mutate(choices);
  });
  useEffect(() => resume(), []);
  if (!isAsking) {
    return (
      <div className="grid gap-5">
        <p className="text-pretty">
          Hesabınız, anketleriniz, takipleriniz, davetleriniz ve bildirimleriniz tek bir dosyada
          (JSON) toplanır. Oy verdiğiniz anketler de listelenir; neye oy verdiğiniz yazılmaz.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(true)}>Seçimlerimi de Ekle</Button>
          <Button
            variant="primary"
            busy={download.isPending}
            onClick={() => download.mutate(false)}
          >
            İndir
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <p className="font-semibold text-pretty">Bu dosyayı gören, neye oy verdiğinizi öğrenir.</p>
      <p className="text-pretty">
        Burada oylarınızı sizden başka kimse göremez. Dosya bir kez indirildikten sonra bunu
        koruyamayız: Başkası onu bulabilir ya da göstermeniz için size baskı yapabilir. Seçimleriniz
        bu yüzden kendiliğinden eklenmez.
      </p>
      <p className="text-muted text-pretty">
        Dosyayı herkes değiştirebilir; bu yüzden neyi seçtiğinizi kanıtlamaz. Birisi sizden
        istiyorsa seçimlerinizin olmadığı dosyayı verebilirsiniz.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => setAsking(false)}>Geri</Button>
        <Button variant="danger" busy={download.isPending} onClick={() => download.mutate(true)}>
          Seçimlerimle İndir
        </Button>
      </div>
    </div>
  );
}

async function downloadRecords(choices: boolean): Promise<void> {
  const query = choices ? { choices } : {};
  const records = await callApi("GET /api/auth/account/my/export", { query });
  const file = new Blob([JSON.stringify(records, null, 2)], { type: "application/json" });
  saveFile(file, "verilerim.json");
}

import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { DeleteAccount } from "#web/features/accounts/delete-account.tsx";
import { callApi } from "#web/lib/api-client.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";

/** What one can do with what is kept about oneself (decision 35). */
export function OwnRecords() {
  const download = useMutation({ mutationFn: downloadRecords, onError: toastProblem });
  return (
    <section
      aria-labelledby="verileriniz"
      className="grid gap-3 rounded border border-line bg-surface p-5"
    >
      <h2 id="verileriniz" className="text-xl font-extrabold">
        Verileriniz
      </h2>
      <p className="text-muted text-pretty">
        Hakkınızda tuttuğumuz her şeyi indirebilir, dilerseniz hesabınızı silebilirsiniz.
      </p>
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        <Download className="size-5" aria-hidden="true" />
        Verilerimi İndir
      </Button>
      <DeleteAccount />
    </section>
  );
}

async function downloadRecords(): Promise<void> {
  const records = await callApi("GET /api/auth/account/my/export");
  const file = new Blob([JSON.stringify(records, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "verilerim.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

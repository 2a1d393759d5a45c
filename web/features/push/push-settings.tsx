import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PushChoices, PushKind } from "#contract/endpoints/push.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { type PushState, pushState, subscribeBrowser, unsubscribeBrowser } from "./browser-push.ts";
import { endPush, pushQuery, savePush } from "./push.api.ts";

const labels: Record<PushKind, string> = {
  ended: "Sonuç belli olunca",
  question: "Günün sorusu",
  invitation: "Bir ankete davet edilince",
  follower: "Yeni bir takipçi gelince",
};
const DEFAULT: PushChoices = { kinds: ["ended", "question", "invitation"], at_any_time: false };

const HINTS: Record<Exclude<PushState, "possible">, string> = {
  blocked:
    "Tarayıcınız bu sitenin bildirimlerini engelliyor. Adres çubuğundaki site ayarlarından bildirimlere izin verip sayfayı yenileyin.",
  "not installed":
    "iPhone ve iPad’de önce siteyi ana ekrana ekleyin: tarayıcının Paylaş düğmesi, sonra “Ana Ekrana Ekle”. Bildirimleri oradan açıp bu ayara dönün.",
  impossible: "Bu tarayıcı, site kapalıyken bildirim alamıyor.",
};

/** Turns messages to this browser on and off, while the site is not open (R521). */
export function PushSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = pushQuery;
  const { data } = useQuery(pushQuery);
  const change = useMutation({
    // The browser asks for permission only right after a press.
    mutationFn: async (choices: PushChoices) => {
      const subscription = await subscribeBrowser(data?.item.public_key ?? "");
      if (!subscription) throw new Forbidden();
      return savePush(choices, subscription);
    },
    onMutate: (choices) =>
      queryClient.setQueryData(queryKey, (old) =>
        old?.item.choices ? { item: { ...old.item, choices } } : old,
      ),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey });
      if (error instanceof Forbidden) toast.info("Bildirimlere İzin Verilmedi");
      else if (error instanceof DOMException) toast.error("Tarayıcı Bildirim Hizmetine Ulaşamadı");
      else toastProblem(error);
    },
  });
  const end = useMutation({
    mutationFn: async () => {
      await endPush();
      await unsubscribeBrowser().catch(() => undefined);
    },
    onError: toastProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data?.item.public_key) return null;
  const { choices } = data.item;
  const state = pushState();
  const isBusy = change.isPending || end.isPending;
  const setKind = (kind: PushKind, isOn: boolean) => {
    const chosen = PushKind.options.filter((one) =>
      one === kind ? isOn : choices?.kinds.includes(one),
    );
    change.mutate({ kinds: chosen, at_any_time: choices?.at_any_time ?? false });
  };
  return (
    <section aria-labelledby="anlik-bildirim" className="mt-4 grid gap-2 border-t border-line pt-4">
      <h3 id="anlik-bildirim" className="text-lg font-bold">
        Bu tarayıcıya anlık bildirim
      </h3>
      {state !== "possible" ? (
        <p className="text-muted text-pretty">{HINTS[state]}</p>
      ) : (
        <>
          <p className="text-muted text-pretty">
            Site kapalıyken de haber alırsınız: günde en fazla iki ileti, 22.00–8.00 arası sessiz.
            Neye oy verdiğiniz hiçbir iletide yazmaz.
          </p>
          {choices ? (
            <>
              {PushKind.options.map((kind) => (
                <Checkbox
                  key={kind}
                  role="switch"
                  label={labels[kind]}
                  checked={choices.kinds.includes(kind)}
                  disabled={isBusy}
                  onChange={({ target }) => setKind(kind, target.checked)}
                />
              ))}
              <Checkbox
                role="switch"
                label="Gece de, günde ikiden çok da gelebilir"
                checked={choices.at_any_time}
                disabled={isBusy}
                onChange={({ target }) =>
                  change.mutate({ ...choices, at_any_time: target.checked })
                }
              />
              <Button busy={end.isPending} onClick={() => end.mutate()}>
                Bu Tarayıcıda Kapat
              </Button>
            </>
          ) : (
            <Button busy={change.isPending} onClick={() => change.mutate(DEFAULT)}>
              Bu Tarayıcıda Aç
            </Button>
          )}
        </>
      )}
    </section>
  );
}

class Forbidden extends Error {}

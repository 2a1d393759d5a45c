import Send from "lucide-react/icons/send";
import { Button } from "#web/ui/button.tsx";
import type { Draft } from "./draft.ts";
import { pressPublish } from "./press-publish.ts";
import type { Publication } from "./wizard-store.ts";

/** "Yayınla", how far it is, and who will see the survey. */
export function PublishBar({ draft, publication }: { draft: Draft; publication: Publication }) {
  const isPublishing = publication.state === "publishing";
  return (
    <>
      <p className="order-first w-full text-sm text-muted sm:order-none sm:w-auto sm:grow sm:basis-0">
        {draft.visibility === "private"
          ? "Özel: yalnızca davet ettikleriniz ve bağlantısını verdikleriniz görür."
          : "Herkese: yayınlanınca listelerde ve aramada görünür."}
      </p>
      {isPublishing && (
        <label className="order-first flex w-full items-center gap-3 text-sm font-semibold">
          <span className="shrink-0">Gönderiliyor</span>
          <progress max={100} value={publication.percent} className="h-2 grow accent-nar" />
          <span className="w-12 shrink-0 text-right tabular-nums">%{publication.percent}</span>
        </label>
      )}
      <Button kind="act" busy={isPublishing} onClick={pressPublish} className="ml-auto">
        {!isPublishing && <Send className="size-5" aria-hidden="true" />}
        Yayınla
      </Button>
    </>
  );
}

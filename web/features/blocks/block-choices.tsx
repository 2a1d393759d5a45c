import { useQuery } from "@tanstack/react-query";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { Button } from "#web/ui/button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { blockQuery } from "./blocks.api.ts";
import { useBlock } from "./use-block.ts";

export interface BlockChoicesProps {
  person: { id: number; name: string };
  onDone: () => void;
}

/** Says what muting and blocking do, and does or undoes either (R637). */
export function BlockChoices({ person, onDone }: BlockChoicesProps) {
  const { data, isLoadingError, error, refetch } = useQuery(blockQuery(person.id));
  const change = useBlock();
  if (isLoadingError) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  const choose = (kind: BlockKind | null) => change.mutate({ person, kind }, { onSuccess: onDone });
  return (
    <div className="grid gap-6">
      {CHOICES.map(({ kind, name, undo, text }) => {
        const isOn = data.item === kind;
        return (
          <section key={kind} className="grid justify-items-start gap-3">
            <p className="text-pretty">{text}</p>
            <Button
              variant={isOn || kind === "mute" ? "outline" : "danger"}
              busy={change.isPending && change.variables.kind === (isOn ? null : kind)}
              onClick={() => choose(isOn ? null : kind)}
            >
              {isOn ? undo : name}
            </Button>
          </section>
        );
      })}
      <p className="text-sm text-muted text-pretty">
        Karşınızdaki bunu öğrenmez. Engellediklerinizi ve sessize aldıklarınızı{" "}
        <TextLink to="/account">hesap ayarlarınızda</TextLink> görür, oradan geri alırsınız.
      </p>
    </div>
  );
}

const CHOICES = [
  {
    kind: "mute",
    name: "Sessize Al",
    undo: "Sessizden Çıkar",
    text: "Sessize alırsanız anketleri listelerinizde, davetleri ve haberleri bildirimlerinizde görünmez. Profiline yine girebilirsiniz.",
  },
  {
    kind: "block",
    name: "Engelle",
    undo: "Engeli Kaldır",
    text: "Engellerseniz birbirinizi takip etmez olursunuz; giriş yaptığı hesaptan sizi, anketlerinizi ve davetlerinizi göremez, anketlerinizde oy veremez. Verdiği oylar sayılı kalır.",
  },
] as const;

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isolated } from "#web/lib/direction.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { setBlock } from "./blocks.api.ts";

interface Change {
  person: { id: number; name: string };
  kind: BlockKind | null;
}

/** Blocks, mutes or neither. Whatever may list the person is fetched again. */
export function useBlock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ person, kind }: Change) => setBlock(person.id, kind),
    onSuccess: (_, { person, kind }) => {
      toast.success("İşlem Başarılı", DONE[kind ?? "none"](isolated(person.name)));
      return queryClient.invalidateQueries();
    },
    onError: (error) => toastProblem(error),
  });
}

const DONE = {
  block: (name: string) => `${name} artık engelli.`,
  mute: (name: string) => `${name} artık sessizde.`,
  none: (name: string) => `${name} artık engelli ya da sessizde değil.`,
};

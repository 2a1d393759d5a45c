import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import {
  createLink as contract,
  type RegistrationLink,
} from "#contract/endpoints/moderation/links.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { copyLink } from "#web/lib/copy-text.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { createLink, endLink, linksQuery } from "./links.api.ts";

/** The links by which people register, and the form that makes one, for admins (R692). */
export function RegistrationLinks() {
  const list = useInfiniteQuery({ ...linksQuery, refetchOnMount: "always" });
  const [code, setCode] = useState<string>();
  const links = list.data?.pages.flatMap((page) => page.items) ?? [];
  // Not a further page: it must not move the focus.
  const open = list.data?.pages[0]?.items.filter((link) => link.is_open);
  const box = useFocusFallback(`${code} ${open?.length}`);
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-60" />;
  return (
    <div {...box} className="grid gap-6 rounded outline-none">
      <p>Kayıt davetle olduğu için yalnızca bu bağlantıları açanlar hesap açabilir.</p>
      {code === undefined ? <LinkForm onMade={setCode} /> : <Made code={code} onClose={setCode} />}
      {links.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {links.map((link) => (
            <Item key={link.id} link={link} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </div>
  );
}

function Item({ link }: { link: RegistrationLink }) {
  const queryClient = useQueryClient();
  const { id, words, uses, used, ends_at, is_open } = link;
  const end = useMutation({
    mutationFn: () => endLink(id),
    onSuccess: () => {
      toast.success("Bağlantı Bitirildi");
      return queryClient.invalidateQueries(linksQuery);
    },
    onError: (error) => toastProblem(error),
  });
  return (
    <li className="grid gap-1 py-3">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {words}
      </p>
      <p className="text-sm text-muted">
        {id}. bağlantı · {formatNumber(uses)} kişilik, {formatNumber(used)} kişi kaydoldu ·{" "}
        {stateOf(link)}
      </p>
      {is_open && (
        <Button
          className="mt-1 justify-self-start"
          aria-label={`${id}. bağlantıyı bitir`}
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          Bitir
        </Button>
      )}
    </li>
  );

  function stateOf({ is_open }: RegistrationLink): string {
    if (is_open) return `${formatDateTime(ends_at)} tarihine kadar`;
    return used < uses ? "bitti" : "doldu";
  }
}

interface Fields {
  words: string;
  uses: string;
  days: string;
}

const EMPTY: Fields = { words: "", uses: "10", days: "14" };

const toBody = ({ words, uses, days }: Fields) => ({
  words,
  uses: uses === "" ? undefined : Number(uses),
  days: days === "" ? undefined : Number(days),
});

function LinkForm({ onMade }: { onMade: (code: string) => void }) {
  const queryClient = useQueryClient();
  const form = useContractForm<Fields>(contract.body, { defaultValues: EMPTY, toBody });
  const send = useMutation({
    mutationFn: ({ words, uses, days }: Fields) =>
      createLink({ words, uses: Number(uses), days: Number(days) }),
    onSuccess: ({ item }) => {
      onMade(item.code);
      return queryClient.invalidateQueries(linksQuery);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-4">
      <h3 className="text-lg font-extrabold">Bağlantı oluştur</h3>
      <TextArea
        label="Ne için"
        hint="Kayıtta ve bu listede durur."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Kaç kişi"
          inputMode="numeric"
          error={form.errorOf("uses")}
          {...form.register("uses")}
        />
        <TextField
          label="Kaç gün"
          inputMode="numeric"
          error={form.errorOf("days")}
          {...form.register("days")}
        />
      </div>
      <Button type="submit" variant="primary" busy={send.isPending}>
        Bağlantıyı Oluştur
      </Button>
    </form>
  );
}

function Made({ code, onClose }: { code: string; onClose: (code: undefined) => void }) {
  const url = `${siteOrigin()}/register?davet=${code}`;
  return (
    <div className="grid gap-4 rounded bg-sunken p-4">
      <p className="text-pretty">
        <b>Bağlantıyı şimdi kopyalayın.</b> Bir daha gösterilmez.
      </p>
      <TextField label="Bağlantı" readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={async () => {
            if (!(await copyLink(url)))
              toast.error("Kopyalanamadı", "Bağlantıyı elle seçip kopyalayabilirsiniz.");
          }}
        >
          <Copy className="size-5" aria-hidden="true" />
          Kopyala
        </Button>
        <Button onClick={() => onClose(undefined)}>Tamam</Button>
      </div>
    </div>
  );
}

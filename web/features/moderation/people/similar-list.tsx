import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  suspendPeople as contract,
  type Shared,
  type Similar,
} from "#contract/endpoints/moderation/people.ts";
import type { ReportReason } from "#contract/endpoints/moderation.ts";
import { SURVEYS_HIDDEN_TOGETHER_MAX, SUSPENDED_TOGETHER_MAX } from "#contract/limits.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FieldError, TextArea } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ACTS } from "../acts.ts";
import { DURATIONS } from "../decision-form.tsx";
import { suspendPeople } from "./people.api.ts";
import { personHash } from "./person-hash.ts";
import { isSuspended, PersonLine } from "./person-line.tsx";

const SHARED: Record<Shared, string> = {
  hour: "En çok bir saat arayla açılmış",
  network: "Aynı ağdan açılmış",
  nickname: "Takma adı aynı biçimde",
  domain: "E-posta alan adı aynı",
  question: "Neredeyse aynı soruyu sormuş",
};

const MAX = SURVEYS_HIDDEN_TOGETHER_MAX;

function previewWords(surveys: number): string {
  if (surveys === 0) return "Seçilenlerin herkese açık anketi yok.";
  const found = `Seçilenlerin herkese açık ${surveys} anketi var.`;
  return surveys > MAX ? `${found} Bir seferde en yeni ${MAX} anket kaldırılır.` : found;
}

const leftWords = (left: number): string =>
  `Herkese açık ${left} anket kaldı. Onlar için benzer hesapları yeniden bulup aynı işlemi yapın; bu hesaplar ikinci kez askıya alınmaz. İtiraz edilen ya da yöneticiye iletilen anketlere tek tek karar verilir.`;

interface Fields {
  /** The numbers of those who are chosen, as texts. */
  people: string[];
  reason: ReportReason;
  words: string;
  days: string;
  hide_surveys: boolean;
}

/** Similar accounts, of which some are suspended together (R698). */
export function SimilarList({
  people,
  onDone,
}: {
  people: readonly Similar[];
  /** Called with what is left to do, in a sentence; undefined where nothing is. */
  onDone: (left: string | undefined) => void;
}) {
  const chosenOf = (chosen: readonly string[]) =>
    people.filter(({ id }) => chosen.includes(String(id)));
  const toBody = ({ people: chosen, reason, words, days, hide_surveys }: Fields) => ({
    people: chosenOf(chosen).map(({ id, version }) => ({ id, version })),
    ...{ reason, words },
    ...(days !== "" && { days: Number(days) }),
    ...(hide_surveys && { hide_surveys }),
  });
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: {
      people: [],
      reason: "spam",
      words: ACTS.suspend.words,
      days: "7",
      hide_surveys: false,
    },
    toBody,
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => suspendPeople(toBody(fields)),
    onSuccess: ({ item: { hidden_surveys: hidden, left_surveys: left } }) => {
      const text = hidden > 0 ? `${hidden} anket yayından kaldırıldı.` : undefined;
      toast.success("Hesaplar Askıya Alındı", text);
      onDone(left > 0 ? leftWords(left) : undefined);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  const chosen = form.watch("people");
  const surveys = chosenOf(chosen).reduce((sum, one) => sum + one.public_surveys, 0);
  const proposed = people
    .filter((person) => person.role === "member" && !isSuspended(person))
    .slice(0, SUSPENDED_TOGETHER_MAX)
    .map(({ id }) => String(id));
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        {proposed.length > 0 && (
          <Button onClick={() => form.setValue("people", chosen.length > 0 ? [] : proposed)}>
            {chosen.length > 0 ? "Seçimi Temizle" : `${formatNumber(proposed.length)} Hesabı Seç`}
          </Button>
        )}
        <span className="text-muted">{formatNumber(chosen.length)} hesap seçili</span>
      </p>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {people.map((person) => (
          <li key={person.id} className="flex items-center">
            <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
              <input
                type="checkbox"
                value={person.id}
                aria-label={`@${person.nickname} seç`}
                className="size-5 accent-turkuaz"
                {...form.register("people")}
              />
            </label>
            <Link
              to="/moderation/{-$id}"
              params={{ id: undefined }}
              hash={personHash(person.id)}
              className="grid min-w-0 grow gap-2 py-3 pr-4 hover:bg-sunken"
            >
              <span className="flex items-center gap-3">
                <PersonLine person={person} />
              </span>
              <span className="flex flex-wrap gap-1.5">
                {person.shares.map((shared) => (
                  <Badge key={shared}>{SHARED[shared]}</Badge>
                ))}
                {person.public_surveys > 0 && (
                  <Badge variant="info">Herkese açık {person.public_surveys} anket</Badge>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <FieldError error={form.errorOf("people")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Kural" error={form.errorOf("reason")} {...form.register("reason")}>
          <Options of={REASONS} />
        </Select>
        <Select label="Süre" error={form.errorOf("days")} {...form.register("days")}>
          <Options of={DURATIONS} />
        </Select>
      </div>
      <TextArea
        label="Gerekçe"
        hint="Her birinin sahibi bunu okur."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <div>
        <Checkbox
          label="Herkese açık anketlerini de yayından kaldır"
          error={form.errorOf("hide_surveys")}
          {...form.register("hide_surveys")}
        />
        <p aria-live="polite" className="text-sm text-muted">
          {previewWords(surveys)}
        </p>
      </div>
      <Button type="submit" variant="primary" busy={send.isPending}>
        Seçilenleri Askıya Al
      </Button>
    </form>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RecordRow } from "#contract/endpoints/staff.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { recordQuery } from "./staff.api.ts";

/** What staff did, newest first (R683). */
export function RecordList() {
  const list = useInfiniteQuery({ ...recordQuery, refetchOnMount: "always" });
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Skeleton className="h-60" />;
  const rows = list.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <p>Kayıt boş.</p>;
  return (
    <>
      <ol className="divide-y divide-line">
        {rows.map((row) => (
          <Row key={row.number} row={row} />
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  );
}

function Row({ row }: { row: RecordRow }) {
  const { number, at, by, act, reason, words } = row;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <b>{nameOf(act)}</b>
        <Target row={row} />
        {reason && <span>{REASONS[reason]}</span>}
      </p>
      {words && (
        <p dir="auto" className="wrap-anywhere">
          {words}
        </p>
      )}
      <p className="text-sm text-muted">
        {number}. satır · {formatDateTime(at)} ·{" "}
        {by ? `@${by}` : "Komut satırı ya da silinmiş hesap"}
      </p>
    </li>
  );
}

function Target({ row: { target, nickname } }: { row: RecordRow }) {
  const [kind, id = ""] = target.split(" ");
  if (kind === "survey")
    return (
      <Link to="/surveys/$id" params={{ id }} className={LINK}>
        Anket {id}
      </Link>
    );
  if (kind === "legal_request") return <span>Talep {id}</span>;
  if (kind === "words") return null;
  if (kind === "quiet_period") return <span>Sessiz dönem {id}</span>;
  if (kind === "report") return <span>Bildirim {id}</span>;
  if (target.startsWith(LINK_TARGET))
    return <span>Bağlantı {target.slice(LINK_TARGET.length)}</span>;
  if (nickname === null) return <span>{kind === "person" ? `Hesap ${id}` : target}</span>;
  return (
    <Link to="/profile/$nickname" params={{ nickname }} className={LINK}>
      @{nickname}
    </Link>
  );
}

const LINK_TARGET = "registration link ";
const LINK = "inline-flex min-h-11 items-center text-turkuaz underline underline-offset-4";

const ACTS: Record<string, string> = {
  unlist: "Listelerden çıkardı",
  age_limit: "18 yaş sınırı koydu",
  hide: "Yayından kaldırdı",
  remove_picture: "Resmi kaldırdı",
  close: "Kapattı",
  warn: "Uyardı",
  suspend: "Askıya aldı",
  dismiss: "Kurallara uygun buldu",
  look: "Herkese açık olmayanı gördü",
  mute: "Bildirimlerini susturdu",
  unmute: "Susturmayı geri aldı",
  "mute reporter": "Bildireni susturdu",
  "unmute reporter": "Bildireni susturmayı geri aldı",
  escalate: "Yöneticilere iletti",
  return: "Moderatörlere geri verdi",
  "role member": "Yetkisini aldı",
  "role moderator": "Moderatör yaptı",
  "role admin": "Yönetici yaptı",
  "drop second factor": "İkinci adımı kaldırdı",
  export: "Verilerini dışa aktardı",
  invite: "Davet bağlantısı oluşturdu",
  "end invite": "Davet bağlantısını bitirdi",
  "quiet period": "Sessiz dönem kurdu",
  legal_request: "Hukuki talebi kaydetti",
  legal_carried_out: "Hukuki talebi yerine getirdi",
  legal_partly: "Hukuki talebi kısmen yerine getirdi",
  legal_refused: "Hukuki talebi reddetti",
  "end quiet period": "Sessiz dönemi bitirdi",
  "add words": "İncelenecek sözcük ekledi",
  "allow words": "Sözcüklere izin verdi",
  "remove words": "Sözcük çıkardı",
  "use shipped words": "Hazır sözcük listesini açtı",
  "drop shipped words": "Hazır sözcük listesini kapattı",
};
/** What is done about an earlier decision; its act follows. */
const ABOUT_DECISIONS: Record<string, string> = {
  undo: "Geri aldı",
  reject_objection: "İtirazı reddetti",
  accept_objection: "İtirazı haklı buldu",
};

/** Acts without a name here are shown as the record has them. */
function nameOf(act: string): string {
  const [first = "", decided = ""] = act.split(" ");
  const done = ABOUT_DECISIONS[first];
  return done ? `${done}: ${ACTS[decided] ?? decided}` : (ACTS[act] ?? act);
}

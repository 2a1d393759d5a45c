import type { StaffAct, Transparency } from "#contract/endpoints/staff.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { TextLink } from "#web/ui/text-link.tsx";

/** What staff did, by month, and the head of the record of it (R680, R681). */
export function TransparencyReport({ months, head }: Transparency) {
  return (
    <div className="column grid grid-cols-1 gap-8">
      <header className="grid gap-3">
        <h1 className="text-3xl font-extrabold">Şeffaflık</h1>
        <p className="text-pretty">
          Yetkililerin verdiği kararlar ile herkese açık olmayan verilere bakışları bir kayda
          yazılır. Bu sayfa o kaydın aylık toplamlarını gösterir. Neye neden izin verilmediğini{" "}
          <TextLink to="/rules">Topluluk Kuralları</TextLink> sayfasında okuyabilirsiniz.
        </p>
      </header>
      {months.length === 0 && <p className="text-muted">Kayıtta bir karar ya da bakış yok.</p>}
      {months.map((month) => (
        <Month key={month.month} {...month} />
      ))}
      {head && <Head {...head} />}
    </div>
  );
}

const ACTS: Record<StaffAct, string> = {
  unlist: "Anket listelerden çıkarıldı",
  age_limit: "Ankete 18 yaş sınırı kondu",
  hide: "Anket yayından kaldırıldı",
  remove_picture: "Resim kaldırıldı",
  close: "Anket kapatıldı",
  warn: "Sahibi uyarıldı",
  suspend: "Hesap askıya alındı",
  dismiss: "Bildirim yersiz bulundu",
  undo: "Karar geri alındı",
  reject_objection: "İtiraz reddedildi",
  accept_objection: "İtiraz haklı bulundu",
  look: "Herkese açık olmayan veriye bakıldı",
  legal_request: "Hukuki talep geldi",
  legal_carried_out: "Hukuki talep yerine getirildi",
  legal_partly: "Hukuki talep kısmen yerine getirildi",
  legal_refused: "Hukuki talep reddedildi",
};

function Month({ month, sums }: Transparency["months"][number]) {
  return (
    <section aria-labelledby={month} className="grid grid-cols-1 gap-3">
      <h2 id={month} className="text-xl font-extrabold">
        {nameOf(month)}
      </h2>
      <table className="w-full border-t border-line text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="py-2 pr-3 font-normal">
              Ne yapıldı
            </th>
            <th scope="col" className="py-2 pr-3 font-normal">
              Neden
            </th>
            <th scope="col" className="py-2 text-right font-normal whitespace-nowrap">
              Kaç kez
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ act, reason, count }) => (
            <tr key={`${act} ${reason}`} className="border-t border-line align-baseline">
              <th scope="row" className="py-2 pr-3 font-normal">
                {ACTS[act]}
              </th>
              <td className="py-2 pr-3">{reason ? REASONS[reason] : "–"}</td>
              <td className="py-2 text-right font-semibold tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const MONTH = new Intl.DateTimeFormat("tr-TR", { month: "long", year: "numeric", timeZone: "UTC" });
/** "Kasım 2026" for "2026-11". */
const nameOf = (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`));

function Head({ number, at, hash }: NonNullable<Transparency["head"]>) {
  return (
    <section aria-labelledby="ozet" className="grid grid-cols-1 gap-3">
      <h2 id="ozet" className="text-xl font-extrabold">
        Kaydın özeti
      </h2>
      <p className="text-pretty">
        Kaydın her satırı, öncekinin özetini taşır. Aşağıdaki özeti bugün saklayan biri, kayıt
        ileride bir mahkemeye ya da denetçiye açıldığında bu satıra kadar değiştirilip
        değiştirilmediğini sınayabilir.
      </p>
      <p className="text-muted">
        {formatNumber(number)} satır · son satır {formatDateTime(at)}
      </p>
      <code className="rounded bg-sunken p-3 text-sm wrap-anywhere select-all">{hash}</code>
    </section>
  );
}

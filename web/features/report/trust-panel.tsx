import type { NetworkSpread, Part, Report } from "#contract/endpoints/report.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";

type Breakdown = NonNullable<Report["breakdown"]>;

const PARTS: Record<Part, string> = {
  few: "En fazla onda biri",
  under_half: "En fazla yarısı",
  over_half: "Yarısından çoğu",
  nearly_all: "Neredeyse hepsi",
};

type Props = { trust: Breakdown["trust"] } & Pick<Report, "burst" | "burst_checked" | "origins">;

/** How certain it is that each vote is a person's, in words. */
export function TrustPanel({ trust, burst, burst_checked: isChecked, origins }: Props) {
  const facts = [
    [trust.verified, "doğrulanmış e-posta adreslerinden"],
    [trust.week_old, "bir haftadan eski hesaplardan"],
    [trust.month_old, "bir aydan eski hesaplardan"],
  ] as const;
  return (
    <div className="grid gap-4">
      <p className="text-muted">Bu oyların:</p>
      <dl className="grid gap-3 sm:grid-cols-3">
        {facts.map(([part, what]) => (
          <div key={what} className="grid content-start">
            <dd className="order-first text-lg font-extrabold">{PARTS[part]}</dd>
            <dt className="text-muted">{what}</dt>
          </div>
        ))}
      </dl>
      <p>{isChecked ? burstText(burst) : NOT_CHECKED}</p>
      <p>{origins ? originsText(origins) : ORIGINS_UNKNOWN}</p>
    </div>
  );
}

const NOT_CHECKED =
  "Oyların bir saatte yığılıp yığılmadığı henüz söylenemez: bunun için en az 12 saat gerekir.";

const ORIGINS_UNKNOWN =
  "Oyların yeni hesaplardan ya da az sayıda ağdan gelip gelmediği henüz söylenemez: bunun için en az 100 oy gerekir.";

const NETWORKS: Record<NetworkSpread, string> = {
  many: "aynı saatte aynı ağdan çok az oy geldi",
  some: "aynı saatte aynı ağdan birkaç oyun geldiği oldu",
  few: "aynı saatte aynı ağdan çok sayıda oy geldi",
};

const originsText = ({ young, networks }: NonNullable<Report["origins"]>): string =>
  `Oyların ${PARTS[young].toLocaleLowerCase("tr")} iki günden yeni hesaplardan geldi; ${NETWORKS[networks]}. Okul, iş yeri ve mobil operatör ağlarını çok kişi paylaşır. Eski hesaplardan, başka başka ağlardan verilen sahte oylar böyle anlaşılmaz.`;

const burstText = (burst: Report["burst"]): string =>
  burst
    ? `Bir saat öne çıkıyor: ${formatDateTime(burst.from)} sularında bir saatte yaklaşık ${formatNumber(burst.votes)} oy geldi, bu anketin diğer saatlerinden çok daha fazla. Anket o sırada bir yerde paylaşılmış olabilir.`
    : "Hiçbir saat, bu anketin diğer saatlerinden belirgin biçimde öne çıkmıyor. Saatlere yayılmış sahte oylar böyle anlaşılmaz.";

import type { Part, Report } from "#contract/endpoints/report.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";

type Breakdown = NonNullable<Report["breakdown"]>;

const PARTS: Record<Part, string> = {
  few: "En çok onda biri",
  under_half: "En çok yarısı",
  over_half: "Yarısından çoğu",
  nearly_all: "Neredeyse hepsi",
};

type Props = { trust: Breakdown["trust"] } & Pick<Report, "burst" | "burst_checked">;

/** How certain it is that each vote is a person's, in words. */
export function TrustPanel({ trust, burst, burst_checked: isChecked }: Props) {
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
    </div>
  );
}

const NOT_CHECKED =
  "Oyların bir saatte yığılıp yığılmadığı henüz söylenemez: bunun için en az 12 saat gerekir.";

const burstText = (burst: Report["burst"]): string =>
  burst
    ? `Bir saat öne çıkıyor: ${formatDateTime(burst.from)} sularında bir saatte yaklaşık ${formatNumber(burst.votes)} oy geldi, bu anketin öteki saatlerinden çok daha fazla. Anket o sırada bir yerde paylaşılmış olabilir.`
    : "Hiçbir saat, bu anketin öteki saatlerinden belirgin biçimde öne çıkmıyor. Saatlere yayılmış sahte oylar böyle anlaşılmaz.";
